// Stands for the package with your storage: here it is the model that the suite judges by.
export { createModelStorage as createYourStorage } from "../test/model-storage.js";

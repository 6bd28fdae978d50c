export { dialByDriver } from "./connection/driver/driver-wire.js";

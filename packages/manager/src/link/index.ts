export { createHttpLink, type HttpLinkOptions } from "./http-link.js";

import { describeTarantool } from "./conformance.js";

describeTarantool("unix", 20);

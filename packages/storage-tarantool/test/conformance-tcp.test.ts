import { describeTarantool } from "./conformance.js";

describeTarantool("tcp", Number(process.env.QUEUE_PROPERTY_RUNS ?? 200));

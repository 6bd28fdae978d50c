import type { Records } from "./records.js";
import type { Storage } from "./storage.js";
import type { StorageAdmin } from "./storage-admin.js";

/** All roles together: what every adapter implements. */
export interface FullStorage extends Storage, StorageAdmin, Records {}

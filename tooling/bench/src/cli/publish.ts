import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { publish } from "../report/publish.js";
import type { Result } from "../result.js";

// Writes the figures of the committed result into the READMEs; `pnpm bench:publish`.
const root = fileURLToPath(new URL("../../../..", import.meta.url));
const file = new URL("../../results/peers.json", import.meta.url);
const result = JSON.parse(readFileSync(file, "utf8")) as Result;
const changed = publish(root, result, { write: true });
console.log(changed.length === 0 ? "The READMEs are up to date." : `Wrote ${changed.join(", ")}.`);

import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { QueueError } from "@queue/runtime";
import { HttpProblem } from "./answer.js";

/** `viewer` reads, `operator` reads and changes, `worker` reports. */
export type Role = "viewer" | "operator" | "worker";

export type Tokens = { readonly [role in Role]?: string };

/** What a route asks for; `anyone` gives nothing away. */
export type Access = Role | "anyone";

const SHORTEST_TOKEN = 16;
const SENDABLE = /^[\x21-\x7e]+$/;
const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/;
/** A page elsewhere can make a browser call 127.0.0.1 by a name of its own; such names are not served. */
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

export function isLoopback(address: string | undefined): boolean {
  return LOOPBACK.test(address ?? "");
}

export function checkTokens(tokens: Tokens): void {
  const given = Object.entries(tokens).filter(([, token]) => token !== undefined);
  for (const [role, token] of given) {
    if (typeof token !== "string" || token.length < SHORTEST_TOKEN)
      throw new QueueError(
        "INVALID_ARGUMENT",
        `the ${role}'s token must have at least ${SHORTEST_TOKEN} characters`,
      );
    if (!SENDABLE.test(token))
      throw new QueueError(
        "INVALID_ARGUMENT",
        `the ${role}'s token has a character that no header carries: a space, a line end, or none of ASCII`,
      );
  }
  if (new Set(given.map(([, token]) => token)).size < given.length)
    throw new QueueError("INVALID_ARGUMENT", "two roles have the same token; give each its own");
}

/** Lets a request pass or throws. Without any token only this machine is served, and may do everything. */
export function checkAccess(request: IncomingMessage, access: Access, tokens: Tokens): void {
  if (access === "anyone") return;
  if (Object.values(tokens).every((token) => token === undefined)) {
    if (!isLoopback(request.socket.remoteAddress))
      throw new HttpProblem(403, "Without tokens this Manager serves its own machine only.");
    if (!LOOPBACK_HOST.test(request.headers.host ?? ""))
      throw new HttpProblem(403, "Without tokens the Host must be localhost or 127.0.0.1.");
    return;
  }
  const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "")?.[1];
  if (given === undefined)
    throw new HttpProblem(401, "Send a token: Authorization: Bearer <token>.", {
      "www-authenticate": "Bearer",
    });
  const role = roleOf(given, tokens);
  if (role === undefined)
    throw new HttpProblem(401, "This token is unknown.", { "www-authenticate": "Bearer" });
  if (role !== access && !(role === "operator" && access === "viewer"))
    throw new HttpProblem(403, `This needs the token of the ${access}, not of the ${role}.`);
}

function roleOf(given: string, tokens: Tokens): Role | undefined {
  let found: Role | undefined;
  for (const role of ["viewer", "operator", "worker"] as const) {
    const token = tokens[role];
    // All of them, in the same time whatever is given: the time would tell how close a guess was.
    if (token !== undefined && timingSafeEqual(digest(token), digest(given))) found = role;
  }
  return found;
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

import { describe, expect, it } from "vitest";
import { checkedConnectionOptions, type TarantoolConnectionOptions } from "./connection-options.js";

describe("the options of a connection", () => {
  it("default to Tarantool's own port on this machine", () => {
    expect(checkedConnectionOptions({}).addresses).toEqual([{ host: "127.0.0.1", port: 3301 }]);
  });

  it("take a socket or several addresses", () => {
    expect(checkedConnectionOptions({ path: "/run/t.sock" }).addresses).toEqual([
      { path: "/run/t.sock" },
    ]);
    const addresses = [{ host: "a", port: 1 }, { path: "/b" }];
    expect(checkedConnectionOptions({ addresses }).addresses).toEqual(addresses);
  });

  it.each<[string, object, RegExp]>([
    ["port", { port: 0 }, /port must be a whole number from 1 to 65535, not 0/],
    ["host", { host: "" }, /host must be a text that is not empty/],
    ["path", { path: "/a", port: 1 }, /leave out host and port/],
    ["addresses", { addresses: [] }, /at least one/],
    ["addresses", { addresses: [{ host: "a", port: 1 }], host: "b" }, /stands alone/],
    ["addresses[0].port", { addresses: [{ host: "a", port: "x" }] }, /not x/],
    ["user", { user: "a" }, /needs a password/],
    ["password", { password: "a" }, /needs a user/],
    ["callTimeoutMs", { callTimeoutMs: 2 ** 31 }, /callTimeoutMs must be/],
    ["maxCallsInFlight", { maxCallsInFlight: 0.5 }, /maxCallsInFlight must be/],
    ["dial", { dial: "driver" }, /must be a function/],
  ])("%s %j is refused with a sentence", (argument, options, message) => {
    const check = () => checkedConnectionOptions(options as TarantoolConnectionOptions);
    expect(check).toThrow(message);
    expect(check).toThrow(
      expect.objectContaining({ code: "INVALID_ARGUMENT", details: { argument } }),
    );
  });

  it("never show a password", () => {
    const options = { user: "a", password: 5150 as unknown as string };
    expect(() => checkedConnectionOptions(options)).toThrow(/^(?!.*5150)/);
  });
});

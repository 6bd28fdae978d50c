import TarantoolConnection from "tarantool-driver";
import { type Dial, Refusal } from "../wire.js";
import { FramedSocket } from "./framed-socket.js";

/**
 * A wire by tarantool-driver. One driver lives as long as one connection: with `retryStrategy: null` it
 * never reconnects, which would leave the calls in flight without an answer for ever.
 */
export const dialByDriver: Dial = async (address, credentials, signal) => {
  signal.throwIfAborted();
  const driver = new TarantoolConnection({
    ...address,
    ...(credentials && { username: credentials.user, password: credentials.password }),
    lazyConnect: true,
    retryStrategy: null,
  });
  const socket = new FramedSocket(address);
  driver.connector = {
    connect: (callback) => callback(null, socket),
    disconnect: () => socket.end(),
  };
  let reason: Error | undefined;
  let over = false;
  // Before the driver hears of it: what it says to its calls then is no answer of the server.
  const ended = new Promise<Error>((resolve) =>
    socket.once("close", () => {
      over = true;
      resolve(reason ?? new Error("the server closed the connection"));
    }),
  );
  const end = (why: Error) => {
    reason ??= why;
    socket.destroy();
  };
  driver.on("error", (error: Error) => {
    reason ??= error.name === "TarantoolError" ? new Refusal(error.message) : error;
  });
  const onAbort = () => end(signal.reason);
  signal.addEventListener("abort", onAbort);
  try {
    await driver.connect();
  } catch {
    socket.destroy();
    throw await ended; // the driver says that it is closed, and not why
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
  return {
    ended,
    end,
    send(name, args, reply) {
      driver.call(name, ...args).then(
        (data) => reply({ kind: "result", value: Array.isArray(data) ? data[0] : data }),
        (error: Error) => {
          if (!over) reply({ kind: "refused", message: error.message });
        },
      );
    },
  };
};

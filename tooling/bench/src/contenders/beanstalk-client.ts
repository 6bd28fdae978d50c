import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** One answer: its line, and the body that follows `RESERVED`. */
export interface BeanstalkAnswer {
  readonly words: readonly string[];
  readonly body: string;
}

/** A pipelining client: answers come in the order of the commands. */
export class BeanstalkClient {
  readonly #socket: Socket;
  readonly #waiting: ((answer: BeanstalkAnswer) => void)[] = [];
  #received = "";

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding("latin1").on("data", (text: string) => {
      this.#received += text;
      this.#hear();
    });
    socket.on("error", () => {});
  }

  static async open(host: string, port: number): Promise<BeanstalkClient> {
    const socket = connect({ host, port, noDelay: true });
    await once(socket, "connect");
    return new BeanstalkClient(socket);
  }

  /** Sends commands in one piece and resolves to their answers. */
  send(commands: readonly string[]): Promise<BeanstalkAnswer[]> {
    const answers = commands.map(
      () => new Promise<BeanstalkAnswer>((resolve) => this.#waiting.push(resolve)),
    );
    this.#socket.write(commands.join(""), "latin1");
    return Promise.all(answers);
  }

  close(): void {
    this.#socket.destroy();
  }

  #hear(): void {
    let at = 0;
    for (;;) {
      const end = this.#received.indexOf("\r\n", at);
      if (end === -1) break;
      const words = this.#received.slice(at, end).split(" ");
      let next = end + 2;
      let body = "";
      if (words[0] === "RESERVED") {
        const bytes = Number(words[2]);
        if (this.#received.length < next + bytes + 2) break;
        body = this.#received.slice(next, next + bytes);
        next += bytes + 2;
      }
      at = next;
      this.#waiting.shift()?.({ words, body });
    }
    this.#received = this.#received.slice(at);
  }
}

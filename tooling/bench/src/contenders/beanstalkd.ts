import type { Contender, Endpoint } from "../contender.js";
import { type BeanstalkAnswer, BeanstalkClient } from "./beanstalk-client.js";

/** Connections that take; each sends whole batches of commands in one piece. */
const TAKERS = 4;

function expectAll(answers: readonly BeanstalkAnswer[], word: string): void {
  const other = answers.find(({ words }) => words[0] !== word);
  if (other !== undefined) throw new Error(`beanstalkd answered ${other.words.join(" ")}`);
}

export async function openBeanstalkd({ host, port }: Endpoint): Promise<Contender> {
  const producer = await BeanstalkClient.open(host, port);
  const put = (text: string) => `put 0 0 60 ${text.length}\r\n${text}\r\n`;
  return {
    async putMany(texts) {
      expectAll(await producer.send(texts.map(put)), "INSERTED");
    },
    async putOne(text) {
      expectAll(await producer.send([put(text)]), "INSERTED");
    },
    async consume({ batch, prompt = false }, handle, settled) {
      let stopping = false;
      const takers = await Promise.all(
        Array.from({ length: prompt ? 2 : TAKERS }, () => BeanstalkClient.open(host, port)),
      );
      const loop = async (taker: BeanstalkClient) => {
        // The first waits for a job, the others take what else is there.
        const rest = prompt ? 0 : batch - 1;
        const take = [
          "reserve-with-timeout 1\r\n",
          ...Array.from({ length: rest }, () => "reserve-with-timeout 0\r\n"),
        ];
        while (!stopping) {
          const taken = (await taker.send(take)).filter(({ words }) => words[0] === "RESERVED");
          if (taken.length === 0) continue;
          await Promise.all(taken.map(({ body }) => handle(body)));
          const deletes = taken.map(({ words }) => `delete ${words[1]}\r\n`);
          expectAll(await taker.send(deletes), "DELETED");
          settled(taken.length);
        }
      };
      for (const taker of takers)
        loop(taker).catch((error) => {
          if (!stopping) throw error;
        });
      return {
        flush: async () => {},
        async stop() {
          stopping = true;
          for (const taker of takers) taker.close();
        },
      };
    },
    async close() {
      producer.close();
    },
  };
}

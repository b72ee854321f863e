// A stand-in for the central bank's server: tests set its answer, and it counts the requests.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeEcb } from './ecb-sample.ts';

export type TestFeed = {
  address: string;
  asked: number;
  answer(text: string | ((response: ServerResponse) => void)): void;
  close(): Promise<void>;
};

export async function openFeed(): Promise<TestFeed> {
  let answer: string | ((response: ServerResponse) => void) = writeEcb();
  const server = createServer((_, response) => {
    feed.asked += 1;
    if (typeof answer === 'function') return answer(response);
    response.setHeader('content-type', 'text/xml');
    response.end(answer);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const feed: TestFeed = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/daily.xml`,
    asked: 0,
    answer(next) {
      answer = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return feed;
}

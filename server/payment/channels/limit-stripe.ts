// Stripe's package reads answers of any length; here it leaves one that is too long. Its own client stays, with its connections and times.
import type { IncomingMessage } from 'node:http';
import { AnswerTooLong, mostAnswerBytes } from '../../platform/observe/fetch-outside.ts';

type Reply = { getRawResponse(): unknown; toJSON(): Promise<unknown> };

export function limitAnswers<Request extends unknown[], Client extends { getClientName(): string }>(
  client: Client & { makeRequest(...request: Request): Promise<Reply> },
): Client {
  const send = client.makeRequest.bind(client);
  client.makeRequest = async (...request) => {
    const answer = await send(...request);
    const read = answer.toJSON.bind(answer);
    answer.toJSON = () => {
      const stream = answer.getRawResponse() as IncomingMessage;
      let size = 0;
      stream.on('data', (part: string | Buffer) => {
        size += Buffer.byteLength(part);
        if (size > mostAnswerBytes) stream.destroy(new AnswerTooLong(mostAnswerBytes));
      });
      return read();
    };
    return answer;
  };
  return client;
}

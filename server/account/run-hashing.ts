// A thread that does nothing but hash (hash-password.ts): neither pictures nor files nor names of hosts make a password wait.
import { argon2Sync } from 'node:crypto';
import { parentPort } from 'node:worker_threads';

export type HashTask = { id: number; message: string; nonce: Uint8Array };
export type HashDone = { id: number; hash: Uint8Array };

/** argon2id with 19 MiB and 2 passes (security rule 39). */
const cost = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 } as const;

parentPort?.on('message', ({ id, message, nonce }: HashTask) => {
  const done: HashDone = { id, hash: argon2Sync('argon2id', { message, nonce, ...cost }) };
  parentPort?.postMessage(done);
});

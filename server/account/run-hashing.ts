// A thread that does nothing but hash (hash-password.ts): neither pictures nor files nor names of hosts make a password wait.
import { argon2Sync } from 'node:crypto';
import { parentPort } from 'node:worker_threads';

/** `memory` in KiB. */
export type HashCost = { memory: number; passes: number };
export type HashTask = { id: number; message: string; nonce: Uint8Array } & HashCost;
export type HashDone = { id: number; hash: Uint8Array };

const shape = { parallelism: 1, tagLength: 32 } as const;

parentPort?.on('message', ({ id, ...task }: HashTask) => {
  const done: HashDone = { id, hash: argon2Sync('argon2id', { ...task, ...shape }) };
  parentPort?.postMessage(done);
});

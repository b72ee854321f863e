// Serves the worker that saves vouchers on the device (decision 0441). Browsers compare it with theirs at each visit.
import { readFileSync } from 'node:fs';
import { passRoot, passWorkerPath, paths } from '../../../domain/paths.ts';
import type { PublicAnswers } from '../../platform/room.ts';

const text = readFileSync(new URL('save-passes.js', import.meta.url), 'utf8');

export function answerPassWorker(): PublicAnswers {
  return {
    // Where an installed shop begins, so that the worker can list the saved vouchers without a network.
    [passRoot]: (_, reply) => reply.header('cache-control', 'no-store').redirect(paths.home()),
    [passWorkerPath]: (_, reply) =>
      reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(text),
  };
}

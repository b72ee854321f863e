// Delivers notices until the merchant answers 200 with exactly "OK", with growing pauses, at most twelve times.
// A notice may arrive twice (the gateway can die between delivery and note): the merchant must recognise the event.
import type { Notice } from './book/describe-records.ts';
import type { Gateway } from './run-gateway.ts';
import { isoAt } from './run-gateway.ts';
import { MERCHANT_HEADER, SIGNATURE_HEADER, signNotice } from './sign-message.ts';

export const RETRY_SECONDS = [1, 2, 4, 8, 30, 120, 300, 600, 1800, 3600, 7200] as const;
const ANSWER_WITHIN_MS = 5000;
const MAX_AT_ONCE = 16;

export type NoticeSender = { sendDue(): void; stop(): Promise<void> };

export function startNotices(gateway: Gateway, retrySeconds: readonly number[] = RETRY_SECONDS): NoticeSender {
  const inFlight = new Map<string, Promise<void>>();
  const stopping = new AbortController();

  async function send(notice: Notice): Promise<void> {
    const problem = await deliver(gateway, notice, stopping.signal);
    if (stopping.signal.aborted && problem !== null) return;
    recordAttempt(gateway, notice, problem, retrySeconds);
  }

  return {
    sendDue: () => {
      const now = gateway.nowMs();
      for (const notice of gateway.book.waitingNotices()) {
        if (inFlight.size >= MAX_AT_ONCE) return;
        if (inFlight.has(notice.id) || Date.parse(notice.nextAt) > now) continue;
        const sending = send(notice)
          .catch((error) => gateway.log(`notice ${notice.eventId} could not be recorded: ${String(error)}`))
          .finally(() => inFlight.delete(notice.id));
        inFlight.set(notice.id, sending);
      }
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(inFlight.values());
    },
  };
}

function recordAttempt(gateway: Gateway, notice: Notice, problem: string | null, retrySeconds: readonly number[]) {
  const attempts = notice.attempts + 1;
  const pause = retrySeconds[notice.attempts];
  const state = problem === null ? 'delivered' : pause === undefined ? 'given_up' : 'waiting';
  const nextAt = isoAt(gateway.nowMs() + (pause ?? 0) * 1000);
  gateway.book.write([{ notice: { ...notice, attempts, state, nextAt } }], false);
  const retry = state === 'waiting' ? `, again in ${pause} s` : '';
  gateway.log(`notice ${notice.eventId} attempt ${attempts}: ${problem ?? 'delivered'}${retry}`);
}

/** Null when the merchant took it, otherwise what was wrong. */
async function deliver(gateway: Gateway, notice: Notice, stopping: AbortSignal): Promise<string | null> {
  const secret = gateway.secretOf(notice.merchant);
  if (secret === undefined) return 'the merchant has no secret';
  try {
    const response = await fetch(notice.url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      headers: {
        'content-type': 'application/json',
        [MERCHANT_HEADER]: notice.merchant,
        [SIGNATURE_HEADER]: signNotice(secret, notice.body, Math.floor(gateway.nowMs() / 1000)),
      },
      body: notice.body,
    });
    const answer = await readStart(response);
    if (response.status !== 200) return `HTTP ${response.status}`;
    return answer === 'OK' ? null : 'HTTP 200 without the body OK';
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    if (!(cause instanceof Error)) return 'no answer';
    return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
  }
}

// Three bytes distinguish "OK" from anything longer; the rest of an answer is not read.
async function readStart(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const chunks: Uint8Array[] = [];
  for (let size = 0; size < 3; ) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  await reader.cancel();
  return Buffer.concat(chunks).toString('latin1');
}

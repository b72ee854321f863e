// One question to a supplier's system (decisions 0415, 0685): to a public address alone, as web hooks go, without redirects, within a few
// seconds, and noted. A question that got no answer may have been heard: what becomes of it is for the caller.
import { type Noting, noteMessage } from '../platform/messages/note-messages.ts';
import { askOutside } from '../platform/observe/ask-outside.ts';
import { AnswerTooLong } from '../platform/observe/fetch-outside.ts';
import { exchangeText } from '../systems/hooks/exchange-text.ts';
import { NotReachable } from '../systems/hooks/reach-address.ts';

export type SystemTarget = {
  endpoint: string;
  key: string;
  privately: boolean;
  answerSeconds: number;
  /** Where the call is noted (decision 0572). */
  noting: Noting & { supplierId: number; orderNo?: string };
};

export type SystemCall = {
  /** In the figures of calls to the outside. */
  client: 'supplier octo' | 'supplier mozio';
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  headers: Record<string, string>;
  body?: unknown;
  /** Its name in the log, without what it names, and the booking that it names. */
  kind: string;
  reference: string;
};

export type SilenceProblem = 'silent' | 'noAddress' | 'privateAddress' | 'key' | 'odd' | 'busy';

/** As staff read it. */
export const shownProblem = ({ problem }: SupplierSilence): 'silent' | 'odd' | 'key' => {
  if (problem === 'key') return problem;
  return problem === 'odd' || problem === 'privateAddress' ? 'odd' : 'silent';
};

/** The result at the supplier is unknown. */
export class SupplierSilence extends Error {
  readonly problem: SilenceProblem;
  /** Of 'busy': as long as the supplier wants to be left alone; null where it does not say. */
  readonly waitSeconds: number | null;

  constructor(problem: SilenceProblem, waitSeconds: number | null = null) {
    super(problem);
    this.problem = problem;
    this.waitSeconds = waitSeconds;
  }
}

const mostBytes = 8_388_608;

/** `body` undefined: it is no JSON. */
export type SystemReply = { status: number; body: unknown };

/** Throws SupplierSilence where there is no answer to go by. */
export async function askSystem(target: SystemTarget, call: SystemCall): Promise<SystemReply> {
  const { noting } = target;
  const { kind, reference } = call;
  const line = { kind, reference, direction: 'out', startedAt: noting.clock() } as const;
  const note = (code: string, isGood: boolean) =>
    noteMessage(noting, { ...line, supplierId: noting.supplierId, orderNo: noting.orderNo ?? '', code, isGood });
  const reply = await askOutside(call.client, call.method, () => send(target, call)).catch((error: unknown) => {
    note(error instanceof SupplierSilence ? error.problem : 'failed', false);
    throw error;
  });
  note(String(reply.status), reply.status >= 200 && reply.status < 300);
  if (reply.status === 401 || reply.status === 403) throw new SupplierSilence('key');
  const body = reply.status === 204 ? null : parse(reply.text);
  const waitSeconds = readWait(
    reply.retryAfter || (body as { retryAfter?: unknown } | null | undefined)?.retryAfter,
    noting.clock(),
  );
  // Without a time it is as any other fault of the server's.
  if (reply.status === 429 || (reply.status === 503 && waitSeconds !== null))
    throw new SupplierSilence('busy', waitSeconds);
  return { status: reply.status, body };
}

/** A supplier that names a year is asked again nevertheless. */
const longestWait = 3600;

/** Seconds of a Retry-After, which may be a date as well, an hour at most; null where it is neither. */
export function readWait(value: unknown, now: Date): number | null {
  if (value === undefined || value === null || value === '') return null;
  const number = Number(value);
  const seconds = Number.isNaN(number) ? (Date.parse(String(value)) - now.getTime()) / 1000 : number;
  return Number.isFinite(seconds) ? Math.min(longestWait, Math.max(1, Math.ceil(seconds))) : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function send(target: SystemTarget, { method, path, headers, body }: SystemCall) {
  const { endpoint, privately, answerSeconds } = target;
  try {
    const url = new URL(endpoint.replace(/\/+$/, '') + path);
    const text = body === undefined ? '' : JSON.stringify(body);
    return await exchangeText({ url, method, headers, text, privately, answerSeconds, mostBytes });
  } catch (error) {
    if (error instanceof AnswerTooLong) throw new SupplierSilence('odd');
    if (error instanceof NotReachable) throw new SupplierSilence(error.problem);
    throw new SupplierSilence((error as { code?: string }).code === 'ENOTFOUND' ? 'noAddress' : 'silent');
  }
}

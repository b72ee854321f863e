// Notes messages from and to platforms (decision 0541): their name, their order, how they ended. Never what they say.
import type { Context } from '../../platform/context.ts';
import { type Noting, noteMessage } from '../../platform/messages/note-messages.ts';
import { PlatformSilence } from '../pull/ask-platform.ts';

type NotedCall = {
  kind: string;
  reference?: string | undefined;
  /** Asked each minute: only what fails is noted. */
  isList: boolean;
};
/** Asks a platform and notes how that ended. */
export type NoteCall = <Answer>(call: NotedCall, ask: () => Promise<Answer>) => Promise<Answer>;

export function noteAsking(noting: Noting, source: number): NoteCall {
  return async ({ isList, ...call }, ask) => {
    const line = { ...call, source, direction: 'out' as const, startedAt: noting.clock() };
    try {
      const answer = await ask();
      if (!isList) noteMessage(noting, { ...line, code: 'OK', isGood: true });
      return answer;
    } catch (error) {
      const code = error instanceof PlatformSilence ? error.code || error.problem : 'failed';
      noteMessage(noting, { ...line, code, isGood: false });
      throw error;
    }
  };
}

type Answered = { source: number; kind: string; code: string; isGood: boolean; input?: unknown; output?: unknown };

const theirNames = ['otaOrderId', 'orderId'];
const ourNames = ['supplierOrderId', 'partnerOrderId', 'partnerorderId'];

/** The first that a message has under one of the names. */
function findNumber(message: unknown, names: string[]): string {
  const fields = (message ?? {}) as Record<string, unknown>;
  const all = { ...((fields.orderInfo ?? {}) as Record<string, unknown>), ...fields };
  const [value] = names.flatMap((name) => (all[name] == null ? [] : [all[name]]));
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A message of a platform, and what it was answered. A number of ours counts where we answered with it. */
export function noteAnswered(context: Context, { input, output, ...line }: Answered): void {
  const orderNo = line.isGood ? findNumber(output, ourNames) || findNumber(input, ourNames) : '';
  const reference = findNumber(input, theirNames) || (orderNo ? '' : findNumber(input, ourNames));
  noteMessage(context, { ...line, direction: 'in', startedAt: context.now, reference, orderNo });
}

const quietMilliseconds = 60_000;
const lastUnsigned = new Map<string, number>();

/** Anybody can send what is not signed: one line a minute says so. */
export function noteUnsigned(context: Context, line: Omit<Answered, 'isGood'>): void {
  const of = `${context.owner.id} ${line.source}`;
  const now = context.now.getTime();
  if (now - (lastUnsigned.get(of) ?? 0) < quietMilliseconds) return;
  lastUnsigned.set(of, now);
  noteAnswered(context, { ...line, isGood: false });
}

// One question to a supplier's system by OCTO (decision 0415): to a public address alone, as web hooks go, without redirects, within a few
// seconds. A question that got no answer may have been heard: what becomes of it is for the caller.
import { type Noting, noteMessage } from '../platform/messages/note-messages.ts';
import { askOutside } from '../platform/observe/ask-outside.ts';
import { AnswerTooLong, exchangeText } from '../systems/hooks/exchange-text.ts';
import { NotReachable } from '../systems/hooks/reach-address.ts';

export type OctoAsked = {
  endpoint: string;
  key: string;
  /** This supplier writes `octo/pricing`, not `pricing`. */
  prefixed: boolean;
  privately: boolean;
  answerSeconds: number;
  /** Where the call is noted (decision 0572). */
  noting: Noting & { supplierId: number; orderNo?: string };
};

export type OctoMethod = 'GET' | 'POST' | 'DELETE';
/** The supplier's response: an answer, or an error of the standard. */
export type OctoAnswer = { body: unknown } | { error: string; message: string };

export type SilenceProblem = 'silent' | 'noAddress' | 'privateAddress' | 'key' | 'odd' | 'busy';

/** As staff read it. */
export const problemTold = ({ problem }: OctoSilence): 'silent' | 'odd' | 'key' => {
  if (problem === 'key') return problem;
  return problem === 'odd' || problem === 'privateAddress' ? 'odd' : 'silent';
};

/** The result at the supplier is unknown. */
export class OctoSilence extends Error {
  readonly problem: SilenceProblem;

  constructor(problem: SilenceProblem) {
    super(problem);
    this.problem = problem;
  }
}

const mostBytes = 8_388_608;
const wanted = ['pricing', 'content'];
/** A supplier need not know it, so it is named only where it is meant. */
const wantedFor = (url: URL) => (url.pathname.includes('/notifications/') ? ['notifications'] : wanted);

/** Throws OctoSilence where there is no answer to go by. */
export async function askOcto(asked: OctoAsked, method: OctoMethod, path: string, body?: unknown): Promise<OctoAnswer> {
  const { noting } = asked;
  const line = { ...nameCall(method, path), direction: 'out', startedAt: noting.clock() } as const;
  const note = (code: string, isGood: boolean) =>
    noteMessage(noting, { ...line, supplierId: noting.supplierId, orderNo: noting.orderNo ?? '', code, isGood });
  const said = await askOutside('supplier octo', method, () => send(asked, method, path, body)).catch(
    (error: unknown) => {
      note(error instanceof OctoSilence ? error.problem : 'failed', false);
      throw error;
    },
  );
  note(String(said.status), said.status >= 200 && said.status < 300);
  return readAnswer(said);
}

/** The call without what it names, and the booking that it names. */
function nameCall(method: OctoMethod, path: string): { kind: string; reference: string } {
  const [, root = '', id = '', act = ''] = path.split('/');
  const isBooking = root === 'bookings' && id !== '';
  return {
    kind: [
      method,
      `/${root}${isBooking ? '/{uuid}' : root === 'availability' && id ? `/${id}` : ''}${act ? `/${act}` : ''}`,
    ].join(' '),
    reference: isBooking ? id : '',
  };
}

/** Throws OctoSilence for what is no answer of the standard. */
function readAnswer({ status, text }: Said): OctoAnswer {
  if (status === 401 || status === 403) throw new OctoSilence('key');
  if (status === 429) throw new OctoSilence('busy');
  const read = status === 204 ? null : parse(text);
  if (status >= 200 && status < 300 && read !== undefined) return { body: read };
  const said = (read ?? {}) as { error?: unknown; errorMessage?: unknown };
  if (status >= 400 && status < 500 && typeof said.error === 'string')
    return { error: said.error, message: String(said.errorMessage ?? said.error).slice(0, 500) };
  throw new OctoSilence(status >= 500 ? 'silent' : 'odd');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

type Said = { status: number; text: string };

async function send(asked: OctoAsked, method: OctoMethod, path: string, body: unknown): Promise<Said> {
  const { endpoint, key, prefixed, privately, answerSeconds } = asked;
  try {
    const url = new URL(endpoint.replace(/\/+$/, '') + path);
    const headers = {
      authorization: `Bearer ${key}`,
      'accept-language': 'en',
      'octo-capabilities': wantedFor(url)
        .map((one) => (prefixed ? `octo/${one}` : one))
        .join(', '),
      'user-agent': 'Kembara-OCTO',
    };
    const text = body === undefined ? '' : JSON.stringify(body);
    return await exchangeText({ url, method, headers, text, privately, answerSeconds, mostBytes });
  } catch (error) {
    if (error instanceof AnswerTooLong) throw new OctoSilence('odd');
    if (error instanceof NotReachable) throw new OctoSilence(error.problem);
    throw new OctoSilence((error as { code?: string }).code === 'ENOTFOUND' ? 'noAddress' : 'silent');
  }
}

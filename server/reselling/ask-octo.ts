// One question to a supplier's system by OCTO (decision 0415).
import {
  askSystem,
  readWait,
  type SilenceProblem,
  SupplierSilence,
  type SystemReply,
  type SystemTarget,
} from './ask-system.ts';

export type OctoTarget = SystemTarget & {
  /** This supplier writes `octo/pricing`, not `pricing`. */
  prefixed: boolean;
  onAnswer?: () => void;
};

export type OctoMethod = 'GET' | 'POST' | 'DELETE';
/** The supplier's response: an answer, or an error of the standard. */
export type OctoAnswer = { body: unknown } | { error: string; message: string };

const wanted = ['pricing', 'content'];
/** A supplier need not know it, so it is named only where it is meant. */
const wantedFor = (path: string) => (path.includes('/notifications/') ? ['notifications'] : wanted);

/** Throws SupplierSilence where there is no answer to go by. */
export async function askOcto(
  target: OctoTarget,
  method: OctoMethod,
  path: string,
  body?: unknown,
): Promise<OctoAnswer> {
  const headers = {
    authorization: `Bearer ${target.key}`,
    'accept-language': 'en',
    'octo-capabilities': wantedFor(path)
      .map((one) => (target.prefixed ? `octo/${one}` : one))
      .join(', '),
    'user-agent': 'Kembara-OCTO',
  };
  const call = { client: 'supplier octo', method, path, headers, body, ...nameCall(method, path) } as const;
  const answer = readAnswer(await askSystem(target, call), target.noting.clock());
  target.onAnswer?.();
  return answer;
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

/** Errors after which the same question may get another answer, whatever the status they come with. */
const passing: Record<string, SilenceProblem> = {
  ...{ INTERNAL_SERVER_ERROR: 'silent', TOO_MANY_REQUESTS: 'busy', UNAUTHORIZED: 'key', FORBIDDEN: 'key' },
};

/** One of the standard, or a code of the supplier's with its text. A framework's "Not Found", as during an upgrade, is neither. */
const isOctoError = (error: string, message: unknown): boolean =>
  /^(INVALID_\w+|BAD_REQUEST|UNPROCESSABLE_ENTITY)$/.test(error) ||
  (/^[A-Z][A-Z0-9_]*$/.test(error) && typeof message === 'string');

/** Throws SupplierSilence for what is no answer of the standard. */
function readAnswer({ status, body }: SystemReply, now: Date): OctoAnswer {
  if (status >= 200 && status < 300 && body !== undefined) return { body };
  const { error, errorMessage, retryAfter } = (body ?? {}) as Record<'error' | 'errorMessage' | 'retryAfter', unknown>;
  if (status >= 400 && status < 500 && typeof error === 'string') {
    const silence = passing[error];
    if (silence) throw new SupplierSilence(silence, silence === 'busy' ? readWait(retryAfter, now) : null);
    if (isOctoError(error, errorMessage)) return { error, message: String(errorMessage ?? error).slice(0, 500) };
  }
  throw new SupplierSilence(status >= 500 ? 'silent' : 'odd');
}

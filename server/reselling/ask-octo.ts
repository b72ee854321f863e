// One question to a supplier's system by OCTO (decision 0415).
import { askSystem, type Said, SupplierSilence, type SystemAsked } from './ask-system.ts';

export type OctoAsked = SystemAsked & {
  /** This supplier writes `octo/pricing`, not `pricing`. */
  prefixed: boolean;
};

export type OctoMethod = 'GET' | 'POST' | 'DELETE';
/** The supplier's response: an answer, or an error of the standard. */
export type OctoAnswer = { body: unknown } | { error: string; message: string };

const wanted = ['pricing', 'content'];
/** A supplier need not know it, so it is named only where it is meant. */
const wantedFor = (path: string) => (path.includes('/notifications/') ? ['notifications'] : wanted);

/** Throws SupplierSilence where there is no answer to go by. */
export async function askOcto(asked: OctoAsked, method: OctoMethod, path: string, body?: unknown): Promise<OctoAnswer> {
  const headers = {
    authorization: `Bearer ${asked.key}`,
    'accept-language': 'en',
    'octo-capabilities': wantedFor(path)
      .map((one) => (asked.prefixed ? `octo/${one}` : one))
      .join(', '),
    'user-agent': 'Kembara-OCTO',
  };
  const call = { client: 'supplier octo', method, path, headers, body, ...nameCall(method, path) } as const;
  return readAnswer(await askSystem(asked, call));
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

/** Throws SupplierSilence for what is no answer of the standard. */
function readAnswer({ status, body }: Said): OctoAnswer {
  if (status >= 200 && status < 300 && body !== undefined) return { body };
  const said = (body ?? {}) as { error?: unknown; errorMessage?: unknown };
  if (status >= 400 && status < 500 && typeof said.error === 'string')
    return { error: said.error, message: String(said.errorMessage ?? said.error).slice(0, 500) };
  throw new SupplierSilence(status >= 500 ? 'silent' : 'odd');
}

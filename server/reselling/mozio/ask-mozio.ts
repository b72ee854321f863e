// One question to Mozio's interface for sellers (decision 0685).
import { askSystem, SupplierSilence, type SystemTarget } from '../ask-system.ts';
import { readComplaint } from './read-mozio.ts';

/** `status` of a refusal: 404 is a search or a reservation that Mozio does not have, or no more. */
export type MozioAnswer = { body: unknown } | { status: number; message: string };

type MozioMethod = 'GET' | 'POST' | 'DELETE';

/** Throws SupplierSilence where there is no answer to go by. */
export async function askMozio(
  target: SystemTarget,
  method: MozioMethod,
  path: string,
  body?: unknown,
): Promise<MozioAnswer> {
  const headers = { 'api-key': target.key, 'accept-language': 'en', 'user-agent': 'Kembara-Mozio' };
  const call = { client: 'supplier mozio', method, path, headers, body, ...nameCall(method, path) } as const;
  const reply = await askSystem(target, call);
  if (reply.status >= 200 && reply.status < 300 && reply.body !== undefined) return { body: reply.body };
  // A page of an address that is not Mozio's is no answer; neither is an error of its machine.
  if (reply.status < 400 || reply.status >= 500) throw new SupplierSilence(reply.status >= 500 ? 'silent' : 'odd');
  const message = readComplaint(reply.body);
  if (message === undefined) throw new SupplierSilence('odd');
  return { status: reply.status, message };
}

/** The call without what it names, and the search or the reservation that it names. */
function nameCall(method: MozioMethod, path: string): { kind: string; reference: string } {
  const [, , room = '', id = '', act = ''] = path.split('/');
  const kind = [method, `/${room}${id ? '/{id}' : ''}${act ? `/${act}` : ''}`].join(' ');
  return { kind, reference: id };
}

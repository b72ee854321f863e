// Calls to a house over HTTP, typed as the contract says.
import { type CallName, type CallRow, calls } from '../contract/calls.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';
import { sealCall } from '../contract/seal-call.ts';

export type AnswerOf<Name extends CallName> = {
  http: number;
  code: number;
  msg: string;
  data: OutputOf<Name>;
  headers: Headers;
};
export type As = {
  token?: string;
  key?: string;
  host?: string;
  language?: string;
  currency?: string;
  headers?: Record<string, string>;
  /** Sends a secret call's body as it is. */
  plain?: boolean;
};

export type HouseCaller = <Name extends CallName>(name: Name, input: InputOf<Name>, as?: As) => Promise<AnswerOf<Name>>;
type DoFetch = (path: string, init?: RequestInit & { host?: string }) => Promise<Response>;

/** `doFetch` knows where the installation is and how a hostname is given. */
export function makeCaller(doFetch: DoFetch): HouseCaller {
  // The question is saved, not its answer: hundreds of calls at once ask one time.
  const keys = new Map<string, Promise<string>>();
  const readKey = async (host: string) => {
    const { code, msg, data } = await call('webSettings', {}, { host });
    if (code !== 200) throw new Error(`no settings of ${host}: ${code} ${msg}`);
    return data.publicKey;
  };
  const keyOf = (host: string): Promise<string> => {
    const reading = keys.get(host) ?? readKey(host);
    keys.set(host, reading);
    reading.catch(() => keys.delete(host));
    return reading;
  };
  const call: HouseCaller = async (callName, input, as = {}) => {
    const [path, init] = requestOf(callName, input as Record<string, unknown>, as);
    const row: CallRow = calls[callName];
    if (row.secret && !as.plain) {
      const sealed = await sealCall(JSON.parse(String(init.body)), await keyOf(as.host ?? 'one.test'));
      init.body = JSON.stringify(sealed);
    }
    return result(await doFetch(path, init));
  };
  return call;
}

function requestOf(name: CallName, input: Record<string, unknown>, as: As): [string, RequestInit & { host?: string }] {
  const row = calls[name];
  const rest = { ...input };
  let path: string = row.path.replace(/:(\w+)/g, (_, key: string) => {
    const value = String(rest[key]);
    delete rest[key];
    return encodeURIComponent(value);
  });
  const headers: Record<string, string> = { l: as.language ?? 'en', c: as.currency ?? 'MYR', ...as.headers };
  if (as.token) headers.token = as.token;
  if (as.key) headers['idempotency-key'] = as.key;
  if (row.method === 'GET') {
    const query = new URLSearchParams(Object.entries(rest).map(([key, value]) => [key, String(value)]));
    if (query.size) path += `?${query}`;
    return [path, { method: 'GET', headers, host: as.host }];
  }
  return [
    path,
    {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(rest),
      host: as.host,
    },
  ];
}

async function result<Name extends CallName>(answer: Response): Promise<AnswerOf<Name>> {
  const body = (await answer.json()) as { code: number; msg: string; data: OutputOf<Name> };
  return { http: answer.status, headers: answer.headers, ...body };
}

/**
 * Repeats a call while the answer is 503, as a screen's "try again" does: on a busy machine the portal refuses calls it cannot serve in
 * time (decision 0100), before anything was done.
 */
export async function whenFree<Answer extends { http: number }>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (answer.http !== 503 || tries === 40) return answer;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

// Files to and from the server; what goes wrong is thrown as `send` throws it, with the server's own words (§8).
import { CallFailed, CallRefused } from './call.ts';

type Envelope = { code: number; msg: string; data: Record<string, unknown> };

/** For files of any kind: the server finds out which. */
export const asBytes = { type: 'application/octet-stream' } as const;

const language = () => document.documentElement.dataset.language ?? '';

/**
 * Sends a file and gives the answer's data. It uses the older API because `fetch` reports no progress of an upload. Throws CallRefused,
 * CallFailed, or TypeError without a connection.
 */
export function postFile<Data>(
  address: string,
  file: Blob,
  { type = file.type, onPercent }: { type?: string; onPercent?(percent: number): void } = {},
): Promise<Data> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.responseType = 'json';
    request.setRequestHeader('content-type', type);
    request.setRequestHeader('l', language());
    if (onPercent)
      request.upload.onprogress = ({ loaded, total }) => onPercent(Math.floor((loaded / Math.max(1, total)) * 100));
    request.onerror = () => reject(new TypeError('no connection'));
    request.onload = () => {
      const answer = request.response as Envelope | null;
      if (request.status !== 200 || !answer) reject(new CallFailed(request.status, answer?.msg));
      else if (answer.code !== 200) reject(new CallRefused(answer.code, answer.msg, answer.data ?? {}));
      else resolve(answer.data as Data);
    };
    request.send(file);
  });
}

/** The answer whose body is a file. Throws CallRefused, CallFailed, or TypeError without a connection. */
export async function fetchFile(address: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
  const answer = await fetch(address, {
    credentials: 'same-origin',
    ...init,
    headers: { l: language(), ...headers },
  });
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  const { code, msg, data } = (isJson ? await answer.json() : {}) as Partial<Envelope>;
  if (!answer.ok) throw new CallFailed(answer.status, msg);
  if (code !== undefined) throw new CallRefused(code, msg ?? '', data ?? {});
  return answer;
}

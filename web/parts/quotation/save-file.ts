// Saves a quotation's file on the reader's device; a refusal instead of the file is thrown like that of a call.
import { CallFailed, CallRefused } from '../../call.ts';

/** `body` is posted; without it the address is fetched with GET. */
export async function saveFile(address: string, name: string, body?: object): Promise<void> {
  const l = document.documentElement.dataset.language ?? '';
  const answer = await fetch(address, {
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    headers: { l, ...(body ? { 'content-type': 'application/json' } : {}) },
  });
  if (!answer.ok) throw new CallFailed(answer.status);
  if (answer.headers.get('content-type')?.startsWith('application/json')) {
    const { code, msg, data } = await answer.json();
    throw new CallRefused(code, msg, data ?? {});
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await answer.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

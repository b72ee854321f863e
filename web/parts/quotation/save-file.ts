// Saves a quotation's file on the reader's device; a refusal instead of the file is thrown like that of a call.
import { fetchFile } from '../../files.ts';

/** `body` is posted; without it the address is fetched with GET. */
export async function saveFile(address: string, name: string, body?: object): Promise<void> {
  const posted = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const answer = await fetchFile(address, body && posted);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await answer.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

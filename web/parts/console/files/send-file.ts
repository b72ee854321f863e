// Uploads a file to be checked and reports the progress; the answer is read like that of any call (§8).
import { importLimits } from '../../../../domain/order-files.ts';
import { signInFor } from '../../../../domain/safe-path.ts';
import { CallFailed } from '../../../call.ts';
import { asBytes, postFile } from '../../../files.ts';

const { mostBytes, mostListBytes } = importLimits;

/** The server's limit in MB if the file exceeds it: checked before a large file is uploaded. Lists in JSON may be larger than workbooks. */
export function exceededMegabytes({ name, size }: File, takesLists: boolean): number | undefined {
  const most = takesLists && !/\.xlsx$/i.test(name) ? mostListBytes : mostBytes;
  return size > most ? most / 1024 / 1024 : undefined;
}

/** The id of the started import. */
export async function sendFile(address: string, file: File, onPercent: (percent: number) => void): Promise<string> {
  try {
    return (await postFile<{ id: string }>(address, file, { ...asBytes, onPercent })).id;
  } catch (error) {
    if (error instanceof CallFailed && error.status === 401)
      location.assign(signInFor(location.pathname + location.search));
    throw error;
  }
}

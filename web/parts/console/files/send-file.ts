// Uploads a file to be checked and reports the progress; the answer is read like that of any call (§8).
import { importLimits } from '../../../../domain/order-files.ts';
import { signInFor } from '../../../../domain/safe-path.ts';
import { CallFailed, CallRefused } from '../../../call.ts';

const { mostBytes, mostListBytes } = importLimits;

/** The server's limit in MB if the file exceeds it: checked before a large file is uploaded. Lists in JSON may be larger than workbooks. */
export function exceededMegabytes({ name, size }: File, takesLists: boolean): number | undefined {
  const most = takesLists && !/\.xlsx$/i.test(name) ? mostListBytes : mostBytes;
  return size > most ? most / 1024 / 1024 : undefined;
}

type Envelope = { code: number; msg: string; data: { id: string } & Record<string, unknown> };

/** The id of the started import. */
export function sendFile(address: string, file: File, onPercent: (percent: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.setRequestHeader('l', document.documentElement.dataset.language ?? '');
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded, total }) => onPercent(total ? Math.floor((loaded / total) * 100) : 0);
    request.onerror = () => reject(new TypeError('no connection'));
    request.onload = () => {
      try {
        resolve(readAnswer(request));
      } catch (error) {
        reject(error);
      }
    };
    request.send(file);
  });
}

function readAnswer({ status, responseText }: XMLHttpRequest): string {
  if (status === 401) location.assign(signInFor(location.pathname + location.search));
  if (status !== 200) throw new CallFailed(status);
  const { code, msg, data } = JSON.parse(responseText) as Envelope;
  if (code !== 200) throw new CallRefused(code, msg, data);
  return data.id;
}

// Vouchers saved on the device (decision 0441): the pages that need the service worker register it, and it saves the named voucher.
import { useEffect, useState } from 'react';
import { passRoot, passWorkerPath } from '../../../domain/paths.ts';

/** Whether the voucher at an address was saved; false where the browser cannot. */
async function savePass(address: string): Promise<boolean> {
  const registered = await navigator.serviceWorker?.register(passWorkerPath, { scope: passRoot });
  const worker = registered?.installing ?? registered?.waiting ?? registered?.active;
  if (!worker) return false;
  if (worker.state === 'installing' || worker.state === 'installed')
    await new Promise<void>((done) => {
      worker.addEventListener('statechange', () => worker.state !== 'installing' && done(), { once: true });
    });
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => done(data === true);
    worker.postMessage({ save: address }, [port2]);
  });
}

/** Saves the voucher at an address, undefined for none; true once it is saved. */
export function useSavedPass(address: string | undefined): boolean {
  const [isSaved, setSaved] = useState(false);
  useEffect(() => {
    let gone = false;
    if (address)
      savePass(address).then(
        (done) => !gone && setSaved(done),
        () => undefined,
      );
    return () => {
      gone = true;
    };
  }, [address]);
  return isSaved;
}

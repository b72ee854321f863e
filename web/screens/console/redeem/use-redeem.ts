// Checking a voucher and redeeming it (§3 vouchers). Without a network only the QR code's signature can be checked, and the screen says so.
import { useState } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import type { VoucherFacts } from '../../../../domain/voucher-token.ts';
import { send } from '../../../call.ts';
import { describeError } from '../../../parts/describe-error.ts';
import { useWords } from '../../../parts/use-words.ts';
import { checkOffline } from './check-offline.ts';

type Shown = {
  held?: OutputOf<'consoleVoucher'>;
  /** Redeemed by this device just now. */
  done?: boolean;
  problem?: string;
  /** Null: could not be confirmed without a network. */
  offline?: VoucherFacts | null;
};

export function useRedeem(keys: string[]) {
  const words = useWords();
  const [text, setText] = useState('');
  const [shown, setShown] = useState<Shown>({});
  const [busy, setBusy] = useState(false);
  /** The last code came from the camera, and so will the next. */
  const [scanned, setScanned] = useState(false);
  const fail = async (error: unknown, what: string): Promise<Shown> => {
    const callError = describeError(error, words);
    if (callError.code === 0) return { offline: (await checkOffline(what, keys)) ?? null };
    return { problem: callError.text };
  };
  const run = async (work: () => Promise<Shown>) => {
    setBusy(true);
    setShown(await work());
    setBusy(false);
  };
  const look = (what: string, byCamera = false) =>
    run(async () => {
      setText(what);
      setScanned(byCamera);
      return send('consoleVoucher', { text: what }).then(
        (held) => ({ held }),
        (error) => fail(error, what),
      );
    });
  const redeem = () =>
    run(async () => {
      try {
        return { held: await send('consoleVoucherRedeem', { text }), done: true };
      } catch (error) {
        const failed = await fail(error, text);
        // Another person was first, or it was cancelled meanwhile: the state is shown with the refusal.
        if (!failed.problem) return failed;
        const held = await send('consoleVoucher', { text }).catch(() => undefined);
        return { ...failed, held };
      }
    });
  const next = () => {
    setText('');
    setShown({});
  };
  return { text, setText, busy, scanned, look, redeem, next, ...shown };
}

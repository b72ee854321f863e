// The code to scan with the time that it is valid. When the time is over a payment may still arrive, and another code can be asked for.
import { type ReactNode, useCallback, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { useWords } from '../use-words.ts';
import { type Begun, ScanCode } from './scan-code.tsx';

type TimedCodeProps = {
  started: Begun & { expiresAt: string | null };
  channel: string;
  onAgain(): void;
  /** Other ways to the payment while it can be made. */
  children: ReactNode;
};

export function TimedCode({ started, channel, onAgain, children }: TimedCodeProps) {
  const { say } = useWords();
  const [over, setOver] = useState(false);
  const end = useCallback(() => setOver(true), []);
  return (
    <div className="grid justify-items-center gap-4 text-center">
      {!over && <ScanCode started={started} channel={channel} />}
      {!over && started.expiresAt && (
        <p>
          {say('payment.pay.qrLeft')} <Countdown until={Date.parse(started.expiresAt)} onEnd={end} />
        </p>
      )}
      <p role="status" className={over ? '' : 'text-sm text-quiet'}>
        {say(over ? 'payment.pay.qrOver' : 'payment.pay.waiting')}
      </p>
      {over ? (
        <Button size="lg" onClick={onAgain}>
          {say('ui.problem.again')}
        </Button>
      ) : (
        children
      )}
    </div>
  );
}

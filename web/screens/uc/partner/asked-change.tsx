// The change of legal data that waits for the owner, with the way to take it back; or why the last one was refused (decision 0283).
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { send } from '../../../call.ts';
import { ChangeList } from '../../../parts/account/change-list.tsx';
import { describeError } from '../../../parts/describe-error.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import type { Partner } from './fill-partner.tsx';

type AskedChangeProps = { request: NonNullable<Partner['request']>; mayChange: boolean };

export function AskedChange({ request, mayChange }: AskedChangeProps) {
  const words = useWords();
  const { say } = words;
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const withdraw = async () => {
    setBusy(true);
    setProblem('');
    try {
      await send('partnerRequestWithdraw', {});
    } catch (error) {
      setProblem(describeError(error, words).text);
    }
    await revalidate();
    setBusy(false);
  };
  const waits = request.state === 'waiting';
  return (
    <Notice
      tone={waits ? 'info' : 'warn'}
      title={say(waits ? 'account.centre.changeWaits' : 'account.centre.changeRefused')}
    >
      <div className="mt-2 grid gap-3">
        {problem && <p className="text-bad">{problem}</p>}
        {request.reason && <p className="break-words">{say('account.centre.reason', { reason: request.reason })}</p>}
        <ChangeList {...request} />
        {waits && mayChange && (
          <div>
            <Button variant="outline" size="sm" busy={busy} onClick={withdraw}>
              {say('account.centre.changeWithdraw')}
            </Button>
          </div>
        )}
      </div>
    </Notice>
  );
}

// The change of legal data that waits for the owner, with a button that withdraws it; or why the last one was refused (decision 0283).
import { useRevalidator } from 'react-router';
import { send } from '../../../call.ts';
import { ChangeList } from '../../../parts/account/change-list.tsx';
import { useTask } from '../../../parts/use-task.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import type { Partner } from './fill-partner.tsx';

type RequestedChangeProps = { request: NonNullable<Partner['request']>; mayChange: boolean };

export function RequestedChange({ request, mayChange }: RequestedChangeProps) {
  const { say } = useWords();
  const { revalidate } = useRevalidator();
  const { busy, problem, run } = useTask();
  const withdraw = async () => {
    await run(() => send('partnerRequestWithdraw', {}));
    // Also after a refusal: the request may have been decided in the meantime.
    await revalidate();
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
        <ChangeList before={request.before} after={request.asked} />
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

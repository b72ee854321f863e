// A partner's request to change its legal data (decision 0283): old beside new values, approved or refused with a reason.
import { useState } from 'react';
import type { OutputOf } from '../../../contract/index.ts';
import { send } from '../../call.ts';
import { ActionDialog } from '../../console-kit/action-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { ChangeList } from '../account/change-list.tsx';
import { useWords } from '../use-words.ts';

type Change = OutputOf<'consolePartnerChanges'>['list'][number];

export function DecideChange({ change }: { change: Change }) {
  const { say } = useWords();
  const [asked, setAsked] = useState<'approve' | 'refuse'>();
  const { id, state, partnerName: name } = change;
  const acts = [
    { act: 'approve', look: 'primary' },
    { act: 'refuse', look: 'danger' },
  ] as const;
  const reason = { hint: say('partner.reasonPartner'), required: asked === 'refuse' };
  return (
    <div className="grid gap-3">
      <ChangeList before={change.before} asked={change.asked} />
      {change.reason && <p className="break-words">{say('account.centre.reason', { reason: change.reason })}</p>}
      {state === 'waiting' && (
        <div className="flex flex-wrap gap-3">
          {acts.map(({ act, look }) => (
            <Button key={act} variant={look} onClick={() => setAsked(act)}>
              {say(`partner.change.${act}`)}
            </Button>
          ))}
        </div>
      )}
      <ActionDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked ? say(`partner.change.${asked}Title`, { name }) : ''}
        act={asked ? say(`partner.change.${asked}`) : ''}
        danger={asked === 'refuse'}
        reason={reason}
        work={(why) => send('consolePartnerChangeDecide', { id, approve: asked === 'approve', reason: why })}
      >
        <ChangeList before={change.before} asked={change.asked} />
      </ActionDialog>
    </div>
  );
}

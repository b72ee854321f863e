// A partner's request to change its legal data (decision 0283): old beside new values, approved or refused with a reason.
import type { OutputOf } from '../../../contract/index.ts';
import { send } from '../../call.ts';
import { ActionButton } from '../../console-kit/action-dialog.tsx';
import { ChangeList } from '../account/change-list.tsx';
import { useWords } from '../use-words.ts';

type Change = OutputOf<'consolePartnerChanges'>['list'][number];

export function DecideChange({ change }: { change: Change }) {
  const { say } = useWords();
  const { id, state, partnerName: name } = change;
  return (
    <div className="grid gap-3">
      <ChangeList before={change.before} after={change.asked} />
      {change.reason && <p className="break-words">{say('account.centre.reason', { reason: change.reason })}</p>}
      {state === 'waiting' && (
        <div className="flex flex-wrap gap-3">
          {(['approve', 'refuse'] as const).map((act) => (
            <ActionButton
              key={act}
              variant={act === 'approve' ? 'primary' : 'danger'}
              title={say(`partner.change.${act}Title`, { name })}
              act={say(`partner.change.${act}`)}
              danger={act === 'refuse'}
              reason={{ hint: say('partner.reasonPartner'), required: act === 'refuse' }}
              work={(reason) => send('consolePartnerChangeDecide', { id, approve: act === 'approve', reason })}
            >
              <ChangeList before={change.before} after={change.asked} />
            </ActionButton>
          ))}
        </div>
      )}
    </div>
  );
}

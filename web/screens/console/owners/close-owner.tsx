// Whether an owner is closed, since when and why, and the two actions that change it (decision 0335).
import type { OutputOf } from '../../../../contract/index.ts';
import { send } from '../../../call.ts';
import { ActionButton } from '../../../console-kit/action-dialog.tsx';
import { useDeskZone } from '../../../console-kit/use-desk-me.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Notice } from '../../../ui/pieces.tsx';

export function CloseOwner({ owner: { id, name, closed } }: { owner: OutputOf<'houseOwner'> }) {
  const { say, instant } = useWords();
  const zone = useDeskZone();
  const words = closed ? 'reopen' : 'close';
  return (
    <div className="grid justify-items-start gap-4">
      {closed && (
        <Notice tone="warn" title={say('house.closedSince', { at: instant(closed.at, zone) })}>
          <p className="break-words whitespace-pre-line">{closed.reason}</p>
        </Notice>
      )}
      <ActionButton
        variant={closed ? 'primary' : 'danger'}
        title={say(`house.${words}Title`, { name })}
        act={say(`house.${words}`)}
        danger={!closed}
        reason={{ hint: say('house.reasonHint'), required: true }}
        work={(reason) => send(closed ? 'houseOwnerReopen' : 'houseOwnerClose', { id, reason })}
      >
        <p className="max-w-prose">{say(`house.${words}Text`)}</p>
      </ActionButton>
    </div>
  );
}

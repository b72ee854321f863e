// Whether a partner's own system may call the shop (decision 0360): the owner's switch for this partner.
import type { OutputOf } from '../../../../contract/index.ts';
import { send } from '../../../call.ts';
import { ActionButton, ActionResult } from '../../../console-kit/action-dialog.tsx';
import { useAction } from '../../../console-kit/use-action.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';

type InterfaceProps = { id: string; name: string; keys: OutputOf<'consolePartnerKeys'> };

export function OpenInterface({ id, name, keys: { open, live } }: InterfaceProps) {
  const { say } = useWords();
  const action = useAction();
  const turn = (on: boolean) => send('consolePartnerKeysOpen', { id, open: on });
  return (
    <TitledCard className="grid justify-items-start gap-3" title={say('systems.partner')}>
      <p className="max-w-prose text-quiet">
        {open ? say('systems.partnerOpen', { count: live }) : say('systems.partnerClosed')}
      </p>
      <ActionResult act={action} />
      {open ? (
        <ActionButton
          act={say('systems.close')}
          title={say('systems.closeTitle', { name })}
          danger
          work={() => turn(false)}
        >
          <p>{say('systems.closeText')}</p>
        </ActionButton>
      ) : (
        <Button variant="outline" busy={action.busy !== undefined} onClick={() => void action.run(() => turn(true))}>
          {say('systems.open')}
        </Button>
      )}
    </TitledCard>
  );
}

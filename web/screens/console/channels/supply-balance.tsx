// The balance at a supplier that is used for payments (decision 0375): requested on demand by finance, with the saved keys.
import { useState } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import { send } from '../../../call.ts';
import { FormSection } from '../../../console-kit/section.tsx';
import { useAction } from '../../../console-kit/use-action.ts';
import { useDeskZone } from '../../../console-kit/use-desk-me.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import type { Channel } from './channel-draft.ts';

export function SupplyBalance({ row }: { row: Channel }) {
  const { say, money, instant } = useWords();
  const zone = useDeskZone();
  const { run, busy, error } = useAction();
  const [answer, setAnswer] = useState<OutputOf<'consoleChannelBalance'>>();
  const ask = () =>
    run(() => send('consoleChannelBalance', { channel: row.channel }), { onDone: setAnswer, reloads: false });
  return (
    <FormSection
      title={say('payment.channelSetting.balance')}
      hint={row.ready ? undefined : say('payment.channelSetting.balanceSave')}
    >
      {error && <Notice tone="bad" title={error.text} />}
      {answer && !error && (
        <Notice
          tone={answer.low || !answer.fresh ? 'warn' : 'good'}
          title={say('payment.channelSetting.balanceNow', { amount: money(answer.available) })}
        >
          {answer.low && <p>{say('desk.queue.lowBalance')}</p>}
          {!answer.fresh && <p>{say('payment.channelSetting.balanceOld', { at: instant(answer.askedAt, zone) })}</p>}
        </Notice>
      )}
      <Button
        variant="outline"
        className="justify-self-start"
        busy={busy !== undefined}
        disabled={!row.ready}
        onClick={() => void ask()}
      >
        {say('payment.channelSetting.balanceAsk')}
      </Button>
    </FormSection>
  );
}

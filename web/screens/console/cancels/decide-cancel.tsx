// Deciding an application to cancel (§4): approving shows what goes back and may give back more than the policy does; refusing wants one
// of the four reasons and words.
import { useState } from 'react';
import type { InputOf, OutputOf } from '../../../../contract/index.ts';
import { addMoney, decimalOf, money } from '../../../../domain/money.ts';
import { send } from '../../../call.ts';
import { ActFoot, ActProblem } from '../../../console-kit/act-dialog.tsx';
import { AreaField, ChoiceField } from '../../../console-kit/form-fields.tsx';
import { useAct } from '../../../console-kit/use-act.ts';
import { AmountField, judgeAmount } from '../../../parts/form/amount-field.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Dialog } from '../../../ui/dialog.tsx';

export type CancelRow = OutputOf<'consoleCancels'>['list'][number];
export type CancelChoice = { row: CancelRow; approve: boolean };

export function DecideCancel({ choice, onClose }: { choice: CancelChoice | undefined; onClose(): void }) {
  const { say } = useWords();
  const title = choice ? say(choice.approve ? 'desk.approve' : 'desk.refuse') : '';
  return (
    <Dialog open={choice !== undefined} onClose={onClose} title={title}>
      {choice?.approve && <Approve row={choice.row} onClose={onClose} />}
      {choice && !choice.approve && <Refuse row={choice.row} onClose={onClose} />}
    </Dialog>
  );
}

type PartProps = { row: CancelRow; onClose(): void };

function useDecision({ row, onClose }: PartProps) {
  const act = useAct();
  return {
    act,
    decide: (
      judge: () => Record<string, string | undefined>,
      decision: () => Omit<InputOf<'consoleCancelDecide'>, 'id'>,
    ) => act.submit(() => send('consoleCancelDecide', { id: row.id, ...decision() }), { judge, onDone: onClose }),
  };
}

/** What was paid for the part that is cancelled. */
const shareOf = (row: CancelRow) => addMoney(row.refund, row.fee);

function Approve({ row, onClose }: PartProps) {
  const words = useWords();
  const { say } = words;
  const { act, decide } = useDecision({ row, onClose });
  const share = shareOf(row);
  const { currency } = share;
  const [typed, setTyped] = useState(decimalOf(row.refund));
  const { amount, problem } = judgeAmount(typed, currency, words, { least: money(0, currency), most: share });
  const submit = decide(
    () => ({ refundMinor: amount ? undefined : problem }),
    () => ({ approve: true, refundMinor: amount?.amountMinor ?? 0 }),
  );
  return (
    <form ref={act.ref} noValidate className="grid gap-4" onSubmit={submit}>
      <p>{say('desk.approveText', { count: row.quantity })}</p>
      {act.error && !act.fields.refundMinor && <ActProblem {...act.error} onReload={onClose} />}
      <CancelFacts row={row} />
      {share.amountMinor > 0 && (
        <>
          <AmountField
            name="refundMinor"
            label={say('desk.refund', { currency })}
            currency={currency}
            value={typed}
            onChange={setTyped}
            error={act.fields.refundMinor}
            required
          />
          <p className="text-sm text-quiet">
            {say('desk.refundHint', { refund: words.money(row.refund), most: words.money(share) })}
          </p>
        </>
      )}
      <ActFoot act={say('desk.approve')} busy={act.busy !== undefined} onClose={onClose} />
    </form>
  );
}

const reasons = [1, 2, 3, 4] as const;

function Refuse({ row, onClose }: PartProps) {
  const { say } = useWords();
  const { act, decide } = useDecision({ row, onClose });
  const [reason, setReason] = useState('');
  const [text, setText] = useState('');
  const submit = decide(
    () => ({
      reason: reason ? undefined : say('ui.field.choose'),
      text: text.trim() ? undefined : say('ui.field.required'),
    }),
    () => ({ approve: false, reason: Number(reason), text: text.trim() }),
  );
  return (
    <form ref={act.ref} noValidate className="grid gap-4" onSubmit={submit}>
      {act.problem && <ActProblem {...act.problem} onReload={onClose} />}
      <ChoiceField
        label={say('desk.reasonKind')}
        error={act.fields.reason}
        required
        name="reason"
        value={reason}
        onPick={setReason}
        options={reasons}
        word="order.reason"
        none={say('order.booking.chooseOne')}
      />
      <AreaField
        label={say('console.why')}
        hint={say('console.whyHint')}
        error={act.fields.text}
        required
        name="text"
        maxLength={1000}
        value={text}
        onText={setText}
      />
      <ActFoot act={say('desk.refuse')} busy={act.busy !== undefined} onClose={onClose} danger />
    </form>
  );
}

/** What was paid for it, what the policy keeps, what goes back. */
export function CancelFacts({ row }: { row: CancelRow }) {
  const words = useWords();
  const { say } = words;
  const facts = [
    ['order.quoteShare', shareOf(row)],
    ['order.quoteFee', row.fee],
    [row.result === 1 ? 'order.refunded' : 'desk.goesBack', row.refund],
  ] as const;
  return (
    <dl className="grid gap-1">
      {facts.map(([label, amount]) => (
        <div key={label} className="flex justify-between gap-4 text-sm">
          <dt className="text-quiet">{say(label)}</dt>
          <dd className="tabular-nums">{words.money(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}

// Deciding an application to cancel (§4): approving shows what goes back and may give back more than the policy does; refusing wants one
// of the four reasons and words.
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { InputOf, OutputOf } from '../../../../contract/index.ts';
import { addMoney, decimalOf, money } from '../../../../domain/money.ts';
import { send } from '../../../call.ts';
import { ActProblem } from '../../../console-kit/act-dialog.tsx';
import { AreaField, ChoiceField } from '../../../console-kit/form-fields.tsx';
import { type CallError, describeError } from '../../../parts/describe-error.ts';
import { AmountField, judgeAmount } from '../../../parts/form/amount-field.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
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
  const words = useWords();
  const { revalidate } = useRevalidator();
  const [callError, setCallError] = useState<CallError>();
  const [busy, setBusy] = useState(false);
  const refuse = (fields: Record<string, string>) => setCallError({ text: '', fields, code: 0 });
  const decide = async (decision: Omit<InputOf<'consoleCancelDecide'>, 'id'>) => {
    setBusy(true);
    try {
      await send('consoleCancelDecide', { id: row.id, ...decision });
      onClose();
      await revalidate();
    } catch (error) {
      setCallError(describeError(error, words));
      setBusy(false);
    }
  };
  return { callError, busy, refuse, decide };
}

/** What was paid for the part that is cancelled. */
export const shareOf = (row: CancelRow) => addMoney(row.refund, row.fee);

function Approve({ row, onClose }: PartProps) {
  const words = useWords();
  const { say } = words;
  const { callError, busy, refuse, decide } = useDecision({ row, onClose });
  const share = shareOf(row);
  const { currency } = share;
  const [typed, setTyped] = useState(decimalOf(row.refund));
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    const { amount, problem } = judgeAmount(typed, currency, words, { least: money(0, currency), most: share });
    if (!amount) return refuse({ refundMinor: problem });
    void decide({ approve: true, refundMinor: amount.amountMinor });
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <p>{say('desk.approveText', { count: row.quantity })}</p>
      {callError && !callError.fields.refundMinor && (
        <ActProblem text={callError.text} code={callError.code} onReload={onClose} />
      )}
      <CancelFacts row={row} />
      {share.amountMinor > 0 && (
        <>
          <AmountField
            name="refundMinor"
            label={say('desk.refund', { currency })}
            currency={currency}
            value={typed}
            onChange={setTyped}
            error={callError?.fields.refundMinor}
            required
          />
          <p className="text-sm text-quiet">
            {say('desk.refundHint', { refund: words.money(row.refund), most: words.money(share) })}
          </p>
        </>
      )}
      <Foot act={say('desk.approve')} busy={busy} onClose={onClose} />
    </form>
  );
}

const reasons = [1, 2, 3, 4] as const;

function Refuse({ row, onClose }: PartProps) {
  const { say } = useWords();
  const { callError, busy, refuse, decide } = useDecision({ row, onClose });
  const [reason, setReason] = useState('');
  const [text, setText] = useState('');
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    const fields: Record<string, string> = {};
    if (!reason) fields.reason = say('field.choose');
    if (!text.trim()) fields.text = say('field.required');
    if (Object.keys(fields).length) return refuse(fields);
    void decide({ approve: false, reason: Number(reason), text: text.trim() });
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      {callError && !Object.keys(callError.fields).length && (
        <ActProblem text={callError.text} code={callError.code} onReload={onClose} />
      )}
      <ChoiceField
        label={say('desk.reasonKind')}
        error={callError?.fields.reason}
        required
        name="reason"
        value={reason}
        onPick={setReason}
        options={reasons}
        word="order.reason"
        none={say('booking.chooseOne')}
      />
      <AreaField
        label={say('console.why')}
        hint={say('console.whyHint')}
        error={callError?.fields.text}
        required
        name="text"
        maxLength={1000}
        value={text}
        onText={setText}
      />
      <Foot act={say('desk.refuse')} busy={busy} onClose={onClose} danger />
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

type FootProps = { act: string; busy: boolean; danger?: boolean; onClose(): void };

function Foot({ act, busy, danger, onClose }: FootProps) {
  const { say } = useWords();
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button variant="outline" onClick={onClose}>
        {say('dialog.cancel')}
      </Button>
      <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
        {act}
      </Button>
    </div>
  );
}

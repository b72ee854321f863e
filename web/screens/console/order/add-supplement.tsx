// Additional payments of an order in the back office (§3): those there are, adding one, withdrawing one while nobody paid.

import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { OrderStatus } from '../../../../domain/order-status.ts';
import { supplementKinds } from '../../../../domain/supplement-kinds.ts';
import { send } from '../../../call.ts';
import { ActDialog, ActProblem } from '../../../console-kit/act-dialog.tsx';
import { AreaField, ChoiceField } from '../../../console-kit/form-fields.tsx';
import { type CallError, describeError } from '../../../parts/describe-error.ts';
import { AmountField, judgeAmount } from '../../../parts/form/amount-field.tsx';
import { type Supplement, SupplementFacts } from '../../../parts/order/supplements.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Card } from '../../../ui/pieces.tsx';

type Order = Pick<OutputOf<'consoleOrder'>, 'orderNo' | 'status' | 'supplements' | 'zone' | 'payable'>;

/** Orders that stand: waiting for confirmation, or confirmed. */
const openTo: readonly number[] = [OrderStatus.pending, OrderStatus.confirmed];

export function SupplementsOfOrder({ order }: { order: Order }) {
  const { say, money } = useWords();
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Supplement>();
  const mayAdd = openTo.includes(order.status);
  if (!mayAdd && !order.supplements.length) return null;
  return (
    <Card>
      <h2 className="mb-3 text-lg font-bold">{say('supplement.title')}</h2>
      <ul className="mb-3 grid gap-4 empty:hidden">
        {order.supplements.map((one) => (
          <li key={one.supplementNo} className="grid gap-2">
            <SupplementFacts one={one} zone={order.zone} />
            {one.state === 'open' && (
              <Button variant="outline" size="sm" className="justify-self-start" onClick={() => setLeaving(one)}>
                {say('supplement.withdraw')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayAdd && (
        <Button variant="outline" onClick={() => setAdding(true)}>
          {say('supplement.add')}
        </Button>
      )}
      <Dialog open={adding} onClose={() => setAdding(false)} title={say('supplement.add')}>
        <AddForm order={order} onDone={() => setAdding(false)} />
      </Dialog>
      <ActDialog
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={say('supplement.withdrawTitle')}
        act={say('supplement.withdraw')}
        danger
        work={() => send('consoleSupplementWithdraw', { id: order.orderNo, supplementNo: leaving?.supplementNo ?? '' })}
      >
        <p>{leaving && say('supplement.withdrawText', { amount: money(leaving.amount) })}</p>
      </ActDialog>
    </Card>
  );
}

type Kind = Supplement['kind'];

function AddForm({ order, onDone }: { order: Order; onDone(): void }) {
  const { say } = useWords();
  const { currency, kind, setKind, typed, setTyped, reason, setReason, callError, busy, add } = useAdding(
    order,
    onDone,
  );
  return (
    <form noValidate className="grid gap-4" onSubmit={add}>
      <p>{say('supplement.addText')}</p>
      {callError && !Object.keys(callError.fields).length && <ActProblem text={callError.text} code={callError.code} />}
      <ChoiceField
        label={say('supplement.kind')}
        required
        value={kind}
        onPick={(one) => setKind(one as Kind)}
        options={supplementKinds}
        word="supplement"
      />
      <AmountField
        name="amountMinor"
        label={say('supplement.amount', { currency })}
        currency={currency}
        value={typed}
        onChange={setTyped}
        error={callError?.fields.amountMinor}
        required
      />
      <AreaField
        label={say('supplement.reason')}
        hint={say('supplement.reasonHint')}
        error={callError?.fields.reason}
        required
        maxLength={1000}
        value={reason}
        onText={setReason}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onDone}>
          {say('dialog.cancel')}
        </Button>
        <Button type="submit" busy={busy}>
          {say('supplement.add')}
        </Button>
      </div>
    </form>
  );
}

/** What is typed, and adding it. */
function useAdding(order: Order, onDone: () => void) {
  const words = useWords();
  const { say } = words;
  const { revalidate } = useRevalidator();
  const [kind, setKind] = useState<Kind>('extraTime');
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [callError, setCallError] = useState<CallError>();
  const [busy, setBusy] = useState(false);
  const { currency } = order.payable;
  const add = async (event: React.FormEvent) => {
    event.preventDefault();
    const { amount, problem } = judgeAmount(typed, currency, words);
    const fields: Record<string, string> = {};
    if (problem) fields.amountMinor = problem;
    if (!reason.trim()) fields.reason = say('field.required');
    if (!amount || Object.keys(fields).length) return setCallError({ text: '', fields, code: 0 });
    setBusy(true);
    try {
      await send('consoleSupplementAdd', { id: order.orderNo, kind, amountMinor: amount.amountMinor, reason });
      onDone();
      await revalidate();
    } catch (error) {
      setCallError(describeError(error, words));
      setBusy(false);
    }
  };
  return { currency, kind, setKind, typed, setTyped, reason, setReason, callError, busy, add };
}

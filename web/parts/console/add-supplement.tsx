// Additional payments of an order in the back office (§3): those there are, adding one, withdrawing one while nobody paid.
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { supplementKinds } from '../../../domain/supplement-kinds.ts';
import { send } from '../../call.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, SelectInput, TextArea } from '../../ui/field.tsx';
import { Card } from '../../ui/pieces.tsx';
import { AmountField, judgeAmount } from '../balance/amount-field.tsx';
import { type Supplement, SupplementFacts } from '../order/supplements.tsx';
import { type Told, tellFailure } from '../tell-failure.ts';
import { useWords } from '../use-words.ts';
import { ActDialog, ActProblem } from './act.tsx';

type Order = Pick<OutputOf<'consoleOrder'>, 'orderNo' | 'status' | 'supplements' | 'zone' | 'payable'>;

/** Orders that stand: waiting for confirmation, or confirmed. */
const openTo = [1002, 1003];

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
      <Dialog open={adding} onClose={() => setAdding(false)} title={say('supplement.add')} close={say('dialog.close')}>
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
  const words = useWords();
  const { say } = words;
  const { revalidate } = useRevalidator();
  const [kind, setKind] = useState<Kind>('extraTime');
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [told, setTold] = useState<Told>();
  const [busy, setBusy] = useState(false);
  const { currency } = order.payable;
  const add = async (event: React.FormEvent) => {
    event.preventDefault();
    const { amount, problem } = judgeAmount(typed, currency, words);
    const fields: Record<string, string> = {};
    if (problem) fields.amountMinor = problem;
    if (!reason.trim()) fields.reason = say('field.required');
    if (!amount || Object.keys(fields).length) return setTold({ text: '', fields, code: 0 });
    setBusy(true);
    try {
      await send('consoleSupplementAdd', { id: order.orderNo, kind, amountMinor: amount.amountMinor, reason });
      onDone();
      await revalidate();
    } catch (error) {
      setTold(tellFailure(error, words));
      setBusy(false);
    }
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={add}>
      <p>{say('supplement.addText')}</p>
      {told && !Object.keys(told.fields).length && <ActProblem text={told.text} code={told.code} />}
      <Field label={say('supplement.kind')} required>
        {(ids) => (
          <SelectInput ids={ids} value={kind} onChange={(event) => setKind(event.target.value as Kind)}>
            {supplementKinds.map((one) => (
              <option key={one} value={one}>
                {say(`supplement.${one}`)}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <AmountField
        name="amountMinor"
        label={say('supplement.amount', { currency })}
        currency={currency}
        value={typed}
        onChange={setTyped}
        error={told?.fields.amountMinor}
        required
      />
      <Field label={say('supplement.reason')} hint={say('supplement.reasonHint')} error={told?.fields.reason} required>
        {(ids) => (
          <TextArea ids={ids} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
        )}
      </Field>
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

// Changing a deposit or credit line by hand (§3 deal types 5 to 10): what, how much and why; then what will happen, before it does.
import { useState } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import { refusals } from '../../../../domain/errors.ts';
import { type Money, readAmount } from '../../../../domain/money.ts';
import { type AdjustmentType, adjustmentTypes } from '../../../../domain/payment-status.ts';
import { CallRefused, send } from '../../../call.ts';
import { AreaField, ChoiceField } from '../../../console-kit/form-fields.tsx';
import { useAct } from '../../../console-kit/use-act.ts';
import { AmountField, judgeAmount } from '../../../parts/form/amount-field.tsx';
import { dropKey, heldKey } from '../../../parts/form/store-typed.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Card, Notice } from '../../../ui/pieces.tsx';

export type BalanceView = OutputOf<'consoleBalance'>;

type Change = { dealType: AdjustmentType; amount: Money; reason: string };

export function LedgerAdjust({ partner }: { partner: BalanceView }) {
  const { say } = useWords();
  const adjusting = useAdjusting(partner);
  const { asked, setAsked, booked, ask, done } = adjusting;
  return (
    <Card>
      <h2 className="mb-3 text-lg font-bold">{say('finance.ledger.adjust')}</h2>
      <form
        noValidate
        className="grid max-w-xl gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        {booked && <Notice tone="good" title={booked} />}
        <AdjustFields partner={partner} adjusting={adjusting} />
      </form>
      <Dialog open={asked !== undefined} onClose={() => setAsked(undefined)} title={say('finance.ledger.bookTitle')}>
        {asked && <Confirm partner={partner} change={asked} onClose={() => setAsked(undefined)} onDone={done} />}
      </Dialog>
    </Card>
  );
}

type ConfirmProps = {
  partner: BalanceView;
  change: Change;
  onClose(): void;
  onDone(state: 'done' | 'waiting'): void;
};

function Confirm({ partner, change, onClose, onDone }: ConfirmProps) {
  const { say, money } = useWords();
  const act = useAct();
  const { dealType, amount, reason } = change;
  const waits = partner.fourEyes !== null && amount.amountMinor > partner.fourEyes.amountMinor;
  const name = `adjust ${partner.id} ${dealType} ${amount.amountMinor} ${reason}`;
  const input = { id: partner.id, dealType, amountMinor: amount.amountMinor, reason };
  const book = () =>
    act.run(async () => {
      try {
        const { state } = await send('consoleAdjust', input, { idempotencyKey: heldKey(name) });
        dropKey(name);
        onDone(state);
      } catch (error) {
        if (error instanceof CallRefused) dropKey(name);
        throw error;
      }
    });
  const { error } = act;
  const problem = (error?.code === refusals.invalidInput && Object.values(error.fields)[0]) || error?.text;
  return (
    <div className="grid gap-4">
      {problem && <Notice tone="bad" title={problem} />}
      <p className="font-semibold break-words">
        {say('finance.ledger.bookText', {
          what: say(`finance.ledger.do.${dealType}`),
          amount: money(amount),
          partner: partner.name,
        })}
      </p>
      <p className="break-words text-quiet">{reason}</p>
      <p>
        {waits && partner.fourEyes
          ? say('finance.ledger.bookWaits', { limit: money(partner.fourEyes) })
          : say('finance.ledger.bookNow')}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onClose}>
          {say('ui.dialog.cancel')}
        </Button>
        <Button busy={act.busy !== undefined} onClick={book}>
          {say('finance.ledger.book')}
        </Button>
      </div>
    </div>
  );
}

/** What is typed, and what is asked once it can be booked. */
function useAdjusting(partner: BalanceView) {
  const words = useWords();
  const { say } = words;
  const { currency } = partner.figures;
  const [dealType, setDealType] = useState<AdjustmentType>(9);
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<{ amount?: string; reason?: string }>({});
  const [asked, setAsked] = useState<Change>();
  const [booked, setBooked] = useState('');
  const ask = () => {
    const { amount, problem } = judgeAmount(typed, currency, words);
    const missing = reason.trim() ? undefined : say('ui.field.required');
    setErrors({ ...(problem ? { amount: problem } : {}), ...(missing ? { reason: missing } : {}) });
    setBooked('');
    if (amount && !missing) setAsked({ dealType, amount, reason: reason.trim() });
  };
  const done = (state: 'done' | 'waiting') => {
    setAsked(undefined);
    setTyped('');
    setReason('');
    setBooked(say(state === 'done' ? 'finance.ledger.booked' : 'finance.ledger.asked'));
  };
  return {
    currency,
    dealType,
    setDealType,
    typed,
    setTyped,
    reason,
    setReason,
    errors,
    setErrors,
    asked,
    setAsked,
    booked,
    ask,
    done,
  };
}

type Adjusting = ReturnType<typeof useAdjusting>;

function AdjustFields({ partner, adjusting }: { partner: BalanceView; adjusting: Adjusting }) {
  const { say, money } = useWords();
  const { currency, dealType, setDealType, typed, setTyped, reason, setReason, errors, setErrors } = adjusting;
  return (
    <>
      <ChoiceField
        label={say('finance.ledger.what')}
        hint={say(`finance.ledger.about.${dealType}`)}
        name="dealType"
        value={dealType}
        onPick={(one) => setDealType(Number(one) as AdjustmentType)}
        options={adjustmentTypes}
        word="finance.ledger.do"
      />
      <AmountField
        name="amount"
        label={say('payment.balance.rechargeAmount', { currency })}
        currency={currency}
        value={typed}
        onChange={(value) => {
          setTyped(value);
          setErrors(({ amount: _, ...others }) => others);
        }}
        error={errors.amount}
        hint={partner.fourEyes ? say('finance.ledger.fourEyes', { amount: money(partner.fourEyes) }) : undefined}
        required
      />
      <AreaField
        label={say('console.why')}
        hint={say('finance.ledger.reasonHint')}
        error={errors.reason}
        required
        name="reason"
        maxLength={500}
        value={reason}
        onText={(text) => {
          setReason(text);
          setErrors(({ reason: _, ...others }) => others);
        }}
      />
      <div>
        <Button type="submit" disabled={readAmount(typed, currency)?.amountMinor === 0}>
          {say('finance.ledger.book')}
        </Button>
      </div>
    </>
  );
}

// The form for a payment to a supplier, or for what the supplier gave back (decision 0784).
import type { OutputOf } from '../../../../contract/index.ts';
import { supplierPaymentKinds } from '../../../../contract/supplier.ts';
import { type Currency, currencies } from '../../../../domain/currencies.ts';
import { todayIn } from '../../../../domain/dates.ts';
import { decimalOf, type Money, readAmount } from '../../../../domain/money.ts';
import { transferRules } from '../../../../domain/transfer-rules.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useDeskMe } from '../../../console-kit/use-desk-me.ts';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { AmountField, judgeAmount } from '../../../parts/form/amount-field.tsx';
import { ChoiceField, InputField, RadioField } from '../../../parts/form/fields.tsx';
import { isReversed } from '../../../parts/form/is-reversed.ts';
import { useWords } from '../../../parts/use-words.ts';
import { useNow } from '../../../root-data.ts';

export type Settlement = OutputOf<'consoleSettlement'>;

/** What the form begins with. `open`: what is left to pay of the days. */
export type PaymentStart = Pick<Settlement, 'from' | 'to'> & { supplier: string; currency: Currency; open?: Money };

type RecordPaymentProps = { start: PaymentStart; found: Settlement; onClose(): void };

type Kind = (typeof supplierPaymentKinds)[number];

/** A rest below zero is what the supplier owes. */
function fill(open: Money | undefined): { kind: Kind; amountMinor: string } {
  return {
    kind: open && open.amountMinor < 0 ? 'returned' : 'paid',
    amountMinor: open?.amountMinor ? decimalOf({ ...open, amountMinor: Math.abs(open.amountMinor) }) : '',
  };
}

const draftOf = ({ supplier, currency, from, to, open }: PaymentStart, today: string) => ({
  ...{ supplier, currency, from, to, ...fill(open), paidOn: today, reference: '' },
});

type Choosing = { draft: ReturnType<typeof draftOf>; start: PaymentStart; balances: Settlement['balances'] };

/** With what is outstanding for the days that are shown, unless an amount was typed: the other supplier would be paid the first one's. */
function chooseSupplier(supplier: string, { draft, start, balances }: Choosing) {
  const balance = balances.find(({ supplierId }) => supplierId === supplier);
  const known = balances.find(({ supplierId: id, owed }) => id === draft.supplier && owed.currency === draft.currency);
  const isTyped = draft.amountMinor !== '' && draft.amountMinor !== fill(known?.open).amountMinor;
  const isShown = draft.from === start.from && draft.to === start.to;
  const currency = balance?.owed.currency ?? draft.currency;
  return { supplier, currency, ...(isTyped ? {} : fill(isShown ? balance?.open : undefined)) };
}

export function RecordPayment({ start, found: { suppliers, balances }, onClose }: RecordPaymentProps) {
  const words = useWords();
  const { say } = words;
  const { zone } = useDeskMe();
  const form = useDraft({
    initial: draftOf(start, todayIn(zone, useNow())),
    needs: ['supplier', 'amountMinor', 'from', 'to', 'paidOn'],
    judge: (draft) => ({
      amountMinor: judgeAmount(draft.amountMinor, draft.currency, words).problem,
      to: isReversed(draft, 'to') ? say('catalog.narrow.daysOrder') : undefined,
    }),
    save: (draft) => {
      const amountMinor = readAmount(draft.amountMinor, draft.currency)?.amountMinor ?? 0;
      return send('consoleSupplierPaymentSave', { ...draft, amountMinor });
    },
    onDone: onClose,
  });
  const { draft, field, change } = form;
  return (
    <DialogForm form={form} act={say('supplier.payment.record')} onClose={onClose}>
      <ChoiceField
        {...field('supplier')}
        label={say('supplier.settlement.supplier')}
        none={say('ui.field.choose')}
        onValue={(supplier) => change(chooseSupplier(supplier, { draft, start, balances }))}
        options={suppliers.map(({ id, name }) => [id, name] as const)}
      />
      <RadioField
        name="kind"
        legend={say('supplier.payment.kind')}
        value={draft.kind}
        onValue={(kind) => change({ kind })}
        options={supplierPaymentKinds}
        word="supplier.payment.kind"
      />
      <div className="grid grid-cols-[minmax(0,1fr)_8rem] items-start gap-3">
        <AmountField
          {...field('amountMinor')}
          label={say('supplier.payment.amount', { currency: draft.currency })}
          currency={draft.currency}
        />
        <ChoiceField {...field('currency')} label={say('editing.field.currency')} options={currencies} />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <InputField {...field('from')} label={say('supplier.payment.from')} type="date" />
        <InputField {...field('to')} label={say('supplier.payment.to')} type="date" />
      </div>
      <InputField {...field('paidOn')} label={say('supplier.payment.on')} type="date" />
      <InputField
        {...field('reference')}
        label={say('payment.transfer.bankReference')}
        maxLength={transferRules.referenceLength}
        autoComplete="off"
      />
    </DialogForm>
  );
}

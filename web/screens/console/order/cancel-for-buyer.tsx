// Cancelling for the buyer (§4): the whole order, or a quantity of a line, the refund, and the reason.
import { useEffect, useState } from 'react';
import { refundWays } from '../../../../contract/choices.ts';
import type { OutputOf } from '../../../../contract/index.ts';
import { money, readAmount } from '../../../../domain/money.ts';
import { OrderStatus } from '../../../../domain/order-status.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { AmountField, judgeAmount } from '../../../parts/form/amount-field.tsx';
import { AreaField, ChoiceField, InputField, RadioField } from '../../../parts/form/fields.tsx';
import { nameLine } from '../../../parts/order/order-lines.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Notice } from '../../../ui/pieces.tsx';
import { PlatformNote } from './order-head.tsx';

type Order = Pick<OutputOf<'consoleOrder'>, 'orderNo' | 'lines' | 'source'>;
type Line = Order['lines'][number];
type Quote = OutputOf<'consoleCancelQuote'>;
type Way = (typeof refundWays)[number];

const open: readonly number[] = [OrderStatus.pending, OrderStatus.confirmed];
const uncancelled = (line: Line) => line.quantity - line.cancelledQuantity;

/** The current refund by the policy for the chosen quantity of the chosen line. */
function useQuote(id: string, subOrderNo: string, refundNum: number): Quote | undefined {
  const [quote, setQuote] = useState<Quote>();
  useEffect(() => {
    let isOver = false;
    setQuote(undefined);
    if (subOrderNo && refundNum >= 1)
      send('consoleCancelQuote', { id, subOrderNo, refundNum }).then(
        (answer) => isOver || setQuote(answer),
        // A problem of the number is shown when the form is sent.
        () => undefined,
      );
    return () => {
      isOver = true;
    };
  }, [id, subOrderNo, refundNum]);
  return quote;
}

type Draft = { subOrderNo: string; refundNum: string; refund: Way; refundMinor: string; remark: string };

function useCancelForm(order: Order, lines: Line[], onClose: () => void) {
  const words = useWords();
  const [only] = lines.length === 1 ? lines : [];
  const initial: Draft = {
    ...{ subOrderNo: only?.subOrderNo ?? '', refundNum: only ? String(uncancelled(only)) : '' },
    ...{ refund: 'full', refundMinor: '', remark: '' },
  };
  const [most, setMost] = useState<Quote['share']>();
  const { currency } = (lines[0] as Line).amount;
  const form = useDraft({
    initial,
    needs: ['remark'],
    judge: ({ refund, refundMinor }) => ({
      refundMinor:
        refund === 'own'
          ? judgeAmount(refundMinor, currency, words, most && { least: money(0, currency), most }).problem
          : undefined,
    }),
    save: ({ subOrderNo, refundNum, refund, refundMinor, remark }) =>
      send('consoleCancelApply', {
        ...{ id: order.orderNo, refund, remark: remark.trim() },
        ...(subOrderNo ? { subOrderNo, refundNum: Number(refundNum) } : {}),
        ...(refund === 'own' ? { refundMinor: readAmount(refundMinor, currency)?.amountMinor ?? 0 } : {}),
      }),
    onDone: onClose,
  });
  const quote = useQuote(order.orderNo, form.draft.subOrderNo, Number(form.draft.refundNum));
  useEffect(() => setMost(quote?.share), [quote]);
  return { form, quote, currency };
}

export function CancelForBuyer({ order, onClose }: { order: Order; onClose(): void }) {
  const words = useWords();
  const { say } = words;
  const lines = order.lines.filter((line) => open.includes(line.status) && uncancelled(line) > 0 && !line.redeemedAt);
  const { form, quote, currency } = useCancelForm(order, lines, onClose);
  const { field, draft } = form;
  const line = lines.find((line) => line.subOrderNo === draft.subOrderNo);
  const added = quote?.added.left;
  const choose = (subOrderNo: string) => {
    const next = lines.find((line) => line.subOrderNo === subOrderNo);
    form.change({ subOrderNo, refundNum: next ? String(uncancelled(next)) : '', refund: next ? draft.refund : 'full' });
  };
  return (
    <DialogForm form={form} act={say('desk.cancelFor')} danger onClose={onClose}>
      <p>{say('mending.cancel.text')}</p>
      <PlatformNote source={order.source} />
      {lines.length > 1 && (
        <ChoiceField
          {...field('subOrderNo')}
          label={say('mending.line.line')}
          options={lines.map((line) => [line.subOrderNo, nameLine(words, line)] as const)}
          none={say('mending.cancel.everything')}
          onValue={choose}
        />
      )}
      {line && uncancelled(line) > 1 && (
        <InputField
          {...field('refundNum')}
          label={say('order.cancelQuantity')}
          type="number"
          inputMode="numeric"
          min={1}
          max={uncancelled(line)}
          required
        />
      )}
      <RadioField
        {...field('refund')}
        legend={say('mending.cancel.refund')}
        options={refundWays.filter((way) => way !== 'own' || line)}
        word="mending.cancel.refund"
      />
      {quote && (
        <p aria-live="polite" className="text-sm text-quiet">
          {say('desk.refundHint', { refund: words.money(quote.refund), most: words.money(quote.share) })}
        </p>
      )}
      {added && added.amountMinor > 0 && <Notice>{say('desk.addedBack', { amount: words.money(added) })}</Notice>}
      {draft.refund === 'own' && (
        <AmountField {...field('refundMinor')} label={say('desk.refund', { currency })} currency={currency} required />
      )}
      <AreaField {...field('remark')} label={say('console.why')} hint={say('console.whyHint')} maxLength={1000} />
    </DialogForm>
  );
}

// Cancelling an order or part of it (§4): choose the line and the quantity, see the refund to the cent, give a reason, and read what
// happens next before sending.

import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { InputOf, OutputOf } from '../../../../contract/index.ts';
import { todayIn } from '../../../../domain/dates.ts';
import { shownLimits } from '../../../../domain/limits.ts';
import type { Money } from '../../../../domain/money.ts';
import { allowsAction, isEnded } from '../../../../domain/order-status.ts';
import { CallRefused, send } from '../../../call.ts';
import { CallProblem } from '../../../parts/call-problem.tsx';
import { describeError } from '../../../parts/describe-error.ts';
import { AreaField } from '../../../parts/form/fields.tsx';
import { onSend } from '../../../parts/form/on-send.ts';
import { dropKey, heldKey } from '../../../parts/form/store-typed.ts';
import { nameLine } from '../../../parts/order/order-lines.tsx';
import type { Detail } from '../../../parts/order/order-pieces.tsx';
import { useRead } from '../../../parts/use-read.ts';
import { useTask } from '../../../parts/use-task.ts';
import { useWords } from '../../../parts/use-words.ts';
import { useNow } from '../../../root-data.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { focusOrder } from './focus-order.ts';
import { addQuotes, type Quote, QuoteFacts } from './quote-facts.tsx';

type Line = Detail['lines'][number];
/** The initial choice of the dialog; `subOrderNo` '' is the whole order. */
export type CancelTarget = { subOrderNo: string; quantity?: number };

const leftOf = (line: Line) => line.quantity - line.cancelledQuantity;

/** Lines that can be cancelled now, at once or by request; not redeemed ones. */
export function cancellable(lines: Line[]): Line[] {
  const allowed = (line: Line, action: 'cancelPending' | 'applyToCancel') => allowsAction(action, line.status, 'buyer');
  return lines
    .filter((line) => leftOf(line) > 0 && !line.redeemedAt)
    .filter((line) => allowed(line, 'cancelPending') || allowed(line, 'applyToCancel'));
}

const hasFreight = (lines: Line[]) => lines.some((line) => line.ladder.some((step) => step.step === 'freight'));

type CancelProps = { order: Detail; wish: CancelTarget | undefined; onClose(): void };

export function CancelOrder({ order, wish, onClose }: CancelProps) {
  const { say } = useWords();
  return (
    <Dialog open={wish !== undefined} onClose={onClose} title={say('order.cancelTitle')}>
      {wish && <CancelForm order={order} wish={wish} onClose={onClose} />}
    </Dialog>
  );
}

/** Whether nothing of the order is left once this is cancelled. */
const endsOrder = (order: Detail, chosen: Line[], quantity: number | undefined) =>
  order.lines.every((line) => isEnded(line.status) || chosen.includes(line)) &&
  chosen.every((line) => (quantity ?? leftOf(line)) === leftOf(line));

/** The quote of the choice, requested again with each change, and where the server has another one: `before` is what was read then. */
function useQuote(order: Detail, chosen: Line[], quantity: number | undefined) {
  const words = useWords();
  const [before, setBefore] = useState<{ refund: Money; key: string }>();
  const [quote, setQuote] = useState<Quote>();
  const [problem, setProblem] = useState('');
  const key = chosen.map((line) => `${line.subOrderNo}:${quantity ?? leftOf(line)}`).join();
  const ends = endsOrder(order, chosen, quantity);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that matters of the choice
  useEffect(() => {
    let gone = false;
    setQuote(undefined);
    setProblem('');
    const ask = (line: Line) =>
      send('calculateRefund', { subOrderNo: line.subOrderNo, refundNum: quantity ?? leftOf(line) });
    Promise.all(chosen.map(ask)).then(
      (list: OutputOf<'calculateRefund'>[]) => !gone && setQuote(addQuotes(list, ends)),
      (error: unknown) => !gone && setProblem(describeError(error, words).text),
    );
    return () => {
      gone = true;
    };
  }, [key, before]);
  const changed = before?.key === key && quote && quote.refund.amountMinor !== before.refund.amountMinor;
  return {
    quote,
    problem,
    changed: changed
      ? words.say('order.refundWas', { old: words.money(before.refund), now: words.money(quote.refund) })
      : '',
    readAgain: () => quote && setBefore({ refund: quote.refund, key }),
  };
}

/**
 * Sends the choice, or, if a request would be refused, sends the text as a remark to the shop. An error is shown and all typed values
 * stay.
 */
function useCancel(input: InputOf<'cancelOrder'>, hopeless: boolean, onDone: () => void, onChanged: () => void) {
  const { revalidate } = useRevalidator();
  const { say } = useWords();
  const { error: callError, setError, busy, run } = useTask();
  const write = async () => {
    await send('remark', { orderNo: input.orderNo, text: input.remark ?? '' });
    onDone();
    await revalidate();
  };
  const cancel = async () => {
    // Repeating a request that got no answer is the same cancellation.
    const name = `cancel ${JSON.stringify(input)}`;
    try {
      await send('cancelOrder', input, { idempotencyKey: heldKey(name) });
    } catch (refusal) {
      // The order changed on another page, or at the shop: it is shown as it is now.
      if (refusal instanceof CallRefused) await revalidate().then(onChanged);
      throw refusal;
    }
    dropKey(name);
    onDone();
    await revalidate();
    focusOrder();
  };
  const start = () => {
    if (!hopeless) return run(cancel);
    if (!input.remark) return setError({ text: '', fields: { text: say('ui.field.required') }, code: 0 });
    return run(write);
  };
  return { callError, busy, run: start };
}

function CancelForm({ order, wish, onClose }: CancelProps & { wish: CancelTarget }) {
  const words = useWords();
  const { say } = words;
  const open = cancellable(order.lines);
  const [which, setWhich] = useState(open.length === 1 ? (open[0]?.subOrderNo ?? '') : wish.subOrderNo);
  const line = open.find((item) => item.subOrderNo === which);
  const [quantity, setQuantity] = useState(Math.min(wish.quantity ?? 999, line ? leftOf(line) : 1));
  const [remark, setRemark] = useState('');
  const { quote, problem, changed, readAgain } = useQuote(order, line ? [line] : open, line ? quantity : undefined);
  const choose = (subOrderNo: string) => {
    setWhich(subOrderNo);
    const next = open.find((item) => item.subOrderNo === subOrderNo);
    setQuantity(next ? leftOf(next) : 1);
  };
  const part = line ? { subOrderNo: line.subOrderNo, refundNum: quantity } : {};
  const hopeless = quote?.hopeless ?? false;
  const input = { orderNo: order.orderNo, ...part, remark: remark.trim(), seenRefund: quote?.given };
  const { callError, busy, run } = useCancel(input, hopeless, onClose, readAgain);
  const [failed, sending] = wordsOf(quote);
  return (
    <form className="grid gap-4" onSubmit={onSend(run)}>
      {/* Of several lines the others are over, or were used: they stay. */}
      {line && open.length === 1 && order.lines.length > 1 && (
        <p className="font-semibold break-words">{`${nameLine(words, line)} ×\u00a0${leftOf(line)}`}</p>
      )}
      {open.length > 1 && <ChooseLine lines={open} which={which} onChoose={choose} />}
      {line && leftOf(line) > 1 && <HowMany quantity={quantity} most={leftOf(line)} onChange={setQuantity} />}
      {problem ? <Notice tone="bad" title={problem} /> : open.length > 0 && <QuoteFacts quote={quote} order={order} />}
      {changed && <Notice tone="bad" title={changed} />}
      {hasFreight(line ? [line] : open) && <p className="text-sm text-quiet">{say('order.freightRule')}</p>}
      {line && <FreeUntil subOrderNo={line.subOrderNo} />}
      <AreaField
        label={say('order.cancelWhy')}
        hint={say('order.cancelWhyHint')}
        maxLength={shownLimits.remarkLength}
        error={callError?.fields.text}
        value={remark}
        onValue={setRemark}
      />
      {callError && !callError.fields.text && !changed && (
        <CallProblem title={say(failed)}>{callError.text}</CallProblem>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onClose}>
          {say('order.keep')}
        </Button>
        <Button type="submit" variant={hopeless ? 'primary' : 'danger'} busy={busy} disabled={!quote}>
          {say(sending)}
        </Button>
      </div>
    </form>
  );
}

/** The problem, and the effect of the button. */
function wordsOf(quote: Quote | undefined): [failed: string, sending: string] {
  if (quote?.hopeless) return ['order.remarkFailed', 'order.sendRemark'];
  return quote?.needsApproval ? ['order.applyFailed', 'order.cancelSend'] : ['order.cancelFailed', 'order.cancelNow'];
}

function HowMany({ quantity, most, onChange }: { quantity: number; most: number; onChange(value: number): void }) {
  const { say } = useWords();
  const label = say('order.cancelQuantity');
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <span aria-hidden="true" className="text-sm font-medium">
        {label}
      </span>
      <Stepper value={quantity} min={1} max={most} onChange={onChange} label={label} />
    </div>
  );
}

function ChooseLine({ lines, which, onChoose }: { lines: Line[]; which: string; onChoose(subOrderNo: string): void }) {
  const words = useWords();
  const choices = [
    ...lines.map((line) => ({ key: line.subOrderNo, label: `${nameLine(words, line)} ×\u00a0${leftOf(line)}` })),
    { key: '', label: words.say('order.cancelAll') },
  ];
  return (
    <fieldset>
      <legend className="text-sm font-medium">{words.say('order.cancelWhat')}</legend>
      {choices.map(({ key, label }) => (
        <label key={key || 'all'} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name="line"
            className="size-5 shrink-0 accent-brand"
            checked={which === key}
            onChange={() => onChoose(key)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

/** The policy in one line; empty when it cannot be loaded. */
function FreeUntil({ subOrderNo }: { subOrderNo: string }) {
  const words = useWords();
  const now = useNow();
  const { found: rules } = useRead('cancelRules', { id: subOrderNo }, 0);
  // Once it has passed, the quote beside it shows the fee.
  if (!rules?.freeUntil || rules.freeUntil < todayIn(rules.zone, now)) return null;
  const { freeUntil, freeUntilAt, zone } = rules;
  if (freeUntilAt && Date.parse(freeUntilAt) <= now) return null;
  const sentence = freeUntilAt
    ? words.say('catalog.policy.freeUntil', { date: words.instant(freeUntilAt, zone) })
    : words.say('order.freeUntil', { date: words.day(freeUntil) });
  return <p className="text-sm text-quiet">{sentence}</p>;
}

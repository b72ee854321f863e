// A part of the price from a gift card or a balance that does not cover it, the rest in another way (decision 0408): the reserved
// parts, and further ones that are possible.

import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { refusals } from '../../../../domain/errors.ts';
import { money as amountOf } from '../../../../domain/money.ts';
import { paths } from '../../../../domain/paths.ts';
import { nameWay } from '../../../../domain/payment/name-way.ts';
import { PaymentStatus } from '../../../../domain/payment-status.ts';
import { CallRefused, send } from '../../../call.ts';
import { CallProblem } from '../../../parts/call-problem.tsx';
import { AmountField, judgeAmount } from '../../../parts/form/amount-field.tsx';
import { InputField } from '../../../parts/form/fields.tsx';
import { sendOnce } from '../../../parts/form/send-once.ts';
import { marked } from '../../../parts/form/show-and-focus.ts';
import { useTask } from '../../../parts/use-task.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/pieces.tsx';

type Info = OutputOf<'payInfo'>;
type CardProps = { info: Info; part: boolean };

/** What is wrong with the card of a code: said at its field. */
const cardRefusals: readonly number[] = [
  refusals.giftCardUnknown,
  refusals.giftCardOver,
  refusals.giftCardEmpty,
  refusals.giftCardBlocked,
];

/** Four groups of four with blanks or dashes, with some extra length. */
const codeLength = 40;

export function ShareCard({ info, part }: CardProps) {
  const { say } = useWords();
  const purses = info.channels.filter((channel) => channel.share);
  return (
    <Card className="grid gap-4">
      <div>
        <h2 className="text-lg font-bold">{say('payment.share.title')}</h2>
        <p className="text-sm text-quiet">{say('payment.share.hint')}</p>
      </div>
      {info.shares.length > 0 && <Held info={info} />}
      {purses.map((purse) => (
        <PurseForm
          key={`${purse.channel} ${info.shares.length}`}
          {...{ info, part }}
          channel={purse.channel}
          most={purse.share}
        />
      ))}
      {info.giftCards && info.due.amountMinor > 0 && (
        <PurseForm key={info.shares.length} {...{ info, part }} channel="giftCard" most={null} />
      )}
    </Card>
  );
}

/** A reserved part, and the button that releases it. */
function Held({ info: { order, shares } }: { info: Info }) {
  const { say, money } = useWords();
  const { revalidate } = useRevalidator();
  const task = useTask();
  const takeBack = () =>
    task.run(async () => {
      try {
        await send('shareBack', { id: order.orderNo });
      } finally {
        // A refusal, too, is about an order that changed in another tab.
        await revalidate();
      }
    });
  return (
    <div className="grid gap-2 rounded-lg bg-tint p-4">
      <ul className="grid gap-1">
        {shares.map(({ amount, paid, left, ...way }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one card may hold two shares, in the order in which they were paid
          <li key={at} className="flex flex-wrap justify-between gap-x-4">
            <span>
              {nameWay(say, way)}
              {left && (
                <span className="block text-sm text-quiet">{say('payment.share.left', { amount: money(left) })}</span>
              )}
            </span>
            <span className="text-right font-semibold tabular-nums">
              {money(amount)}
              {paid.currency !== amount.currency && (
                <span className="block text-sm font-normal text-quiet">{money(paid)}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <p className="text-sm text-quiet">{say('payment.share.note')}</p>
      {task.problem && <CallProblem title={task.problem} />}
      <div>
        <Button variant="outline" size="sm" busy={task.busy} onClick={takeBack}>
          {say('payment.share.back')}
        </Button>
      </div>
    </div>
  );
}

type PurseProps = CardProps & { channel: string; most: Info['due'] | null };

/** An amount, or all that is available; a gift card first needs its code. */
function PurseForm({ info, part, channel, most }: PurseProps) {
  const words = useWords();
  const { say, money } = words;
  const task = useTask();
  const pay = usePart(info, part);
  const [code, setCode] = useState('');
  const [typed, setTyped] = useState('');
  const { currency } = info.due;
  const read = judgeAmount(typed, currency, words, { least: amountOf(1, currency), most: most ?? info.due });
  const amount = read.amount ?? most;
  const byCode = channel === 'giftCard';
  const { error } = task;
  const fields = error && cardRefusals.includes(error.code) ? { code: error.text } : (error?.fields ?? {});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>(marked)?.focus();
  }, [error]);
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    const wrong = {
      ...(byCode && !code.trim() ? { code: say('ui.field.required') } : {}),
      ...(typed.trim() && read.problem ? { 'share.amountMinor': read.problem } : {}),
    };
    if (Object.keys(wrong).length) return task.setError({ text: '', fields: wrong, code: 0 });
    void task.run(() =>
      pay(channel, byCode ? code.trim() : undefined, typed.trim() ? read.amount?.amountMinor : undefined),
    );
  };
  return (
    <form ref={form} noValidate className="grid gap-3 border-t border-line pt-4" onSubmit={submit}>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        {byCode && <CodeField code={code} problem={fields.code} onCode={setCode} />}
        <AmountField
          name={`amount-${channel}`}
          label={say('payment.share.amount', { currency })}
          hint={say('payment.share.amountHint')}
          currency={currency}
          value={typed}
          onValue={setTyped}
          error={fields['share.amountMinor']}
        />
      </div>
      {task.problem && Object.keys(fields).length === 0 && <CallProblem title={task.problem} />}
      <div>
        <Button type="submit" variant="outline" busy={task.busy}>
          {byCode
            ? say('payment.share.use.giftCard')
            : say(`payment.share.use.${channel}`, { amount: amount ? money(amount) : '' })}
        </Button>
      </div>
    </form>
  );
}

function CodeField({
  code,
  problem,
  onCode,
}: {
  code: string;
  problem: string | undefined;
  onCode(code: string): void;
}) {
  const { say } = useWords();
  return (
    <InputField
      label={say('payment.share.code')}
      error={problem}
      required
      name="giftCode"
      maxLength={codeLength}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      className="uppercase"
      value={code}
      onValue={onCode}
    />
  );
}

/** Reserves a share once, however often it is clicked; the page shows the remaining amount, or that all is paid. */
function usePart({ order }: Info, part: boolean) {
  const { revalidate } = useRevalidator();
  return async (channel: string, code: string | undefined, amountMinor: number | undefined) => {
    const wish = { id: order.orderNo, channel, code, part: part || undefined, share: { amountMinor } };
    const answer = await sendOnce('paying', wish, 'share').catch(async (error: unknown) => {
      // A colleague used the balance, or another tab paid: the page shows what is left now.
      if (error instanceof CallRefused) await revalidate();
      throw error;
    });
    if (answer.status === PaymentStatus.paid) location.assign(paths.payment('complete', order.orderNo));
    else await revalidate();
  };
}

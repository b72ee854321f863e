// A line's day, session or quantity changed by staff (§4): the new price and the difference are shown before anything is sent.
import { useEffect, useState } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import { openDay } from '../../../../domain/dates.ts';
import type { Money } from '../../../../domain/money.ts';
import { splitGiven } from '../../../../domain/open-payments.ts';
import { OrderStatus } from '../../../../domain/order-status.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { type DraftForm, useDraft } from '../../../console-kit/use-draft.ts';
import { describeError } from '../../../parts/describe-error.ts';
import { AreaField, ChoiceField, InputField, RadioField } from '../../../parts/form/fields.tsx';
import { nameLine } from '../../../parts/order/order-lines.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import { PlatformNote } from './order-head.tsx';

type Order = Pick<OutputOf<'consoleOrder'>, 'orderNo' | 'lines' | 'source'>;
type Line = Order['lines'][number];

const movable: readonly number[] = [OrderStatus.pending, OrderStatus.confirmed];

/** Hidden if no line may be moved. */
export function MoveLine({ order }: { order: Order }) {
  const { say } = useWords();
  const lines = order.lines.filter(
    (line) => movable.includes(line.status) && !line.redeemedAt && line.playOn !== openDay,
  );
  if (!lines.length) return null;
  return (
    <DialogButton className="mt-4" text={say('mending.line.change')}>
      {(close) => <MoveForm orderNo={order.orderNo} source={order.source} lines={lines} onDone={close} />}
    </DialogButton>
  );
}

type Draft = {
  subOrderNo: string;
  playOn: string;
  untilOn: string;
  session: string;
  quantity: string;
  settlement: 'settle' | 'waive';
  beyond: boolean;
  reason: string;
};

const startOf = (line: Line) => ({
  subOrderNo: line.subOrderNo,
  playOn: line.playOn,
  untilOn: line.untilOn ?? '',
  session: line.session,
  quantity: String(line.quantity - line.cancelledQuantity),
});

type FormProps = { orderNo: string; source: number; lines: Line[]; onDone(): void };

function useMove({ orderNo, lines, onDone }: FormProps) {
  const { say } = useWords();
  const initial: Draft = { ...startOf(lines[0] as Line), settlement: 'settle', beyond: false, reason: '' };
  const [answer, setAnswer] = useState<LineQuote>();
  const form = useDraft({
    initial,
    needs: ['reason'],
    judge: () => ({ playOn: answer?.asked ? undefined : say('mending.line.notSold') }),
    save: ({ subOrderNo, playOn, session, untilOn, quantity, settlement, beyond, reason }) => {
      if (!answer?.asked) throw new Error('nothing was quoted');
      const to = { playOn, session, untilOn: untilOn || null, quantity: Number(quantity) };
      const differenceMinor = answer.asked.difference.amountMinor;
      const { seen } = answer;
      return send('consoleLineMove', {
        ...{ id: orderNo, subOrderNo, to, seen, differenceMinor, beyond, reason },
        settle: settlement,
      });
    },
    onDone,
  });
  const { subOrderNo, playOn, session, untilOn, quantity } = form.draft;
  const question = { id: orderNo, subOrderNo, playOn, session, untilOn, quantity: Number(quantity) };
  const { quote, problem } = useLineQuote(question);
  useEffect(() => setAnswer(quote), [quote]);
  const first = quote?.sessions[0];
  const isKnown = quote?.sessions.some((one) => one.session === session);
  const { change } = form;
  // A day with other sessions starts with its first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form's functions are new each time
  useEffect(() => {
    if (first && !isKnown) change({ session: first.session });
  }, [first, isKnown]);
  return { form, quote, problem };
}

/** A rental has a first and a last day, a stay its check-out. */
function Days({ form: { field }, line }: { form: DraftForm<Draft>; line: Line }) {
  const { say } = useWords();
  const { byDay, untilOn } = line;
  const first = byDay ? 'catalog.product.firstDay' : 'mending.line.day';
  const last = byDay ? 'catalog.product.lastDay' : 'mending.line.checkOut';
  return (
    <>
      <InputField {...field('playOn')} type="date" label={say(first)} required />
      {untilOn && <InputField {...field('untilOn')} type="date" label={say(last)} required />}
    </>
  );
}

function MoveForm(props: FormProps) {
  const words = useWords();
  const { say } = words;
  const { lines } = props;
  const { form, quote, problem } = useMove(props);
  const { field, draft } = form;
  const line = lines.find((line) => line.subOrderNo === draft.subOrderNo) as Line;
  const name = (session: string) => session || say('mending.line.wholeDay');
  return (
    <DialogForm form={form} act={say('mending.line.change')} onClose={props.onDone}>
      {lines.length > 1 && (
        <ChoiceField
          {...field('subOrderNo')}
          label={say('mending.line.line')}
          options={lines.map((line) => [line.subOrderNo, nameLine(words, line)] as const)}
          onValue={(subOrderNo) => {
            const next = lines.find((line) => line.subOrderNo === subOrderNo);
            if (next) form.change(startOf(next));
          }}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Days form={form} line={line} />
        {quote && quote.sessions.length > 1 && (
          <ChoiceField
            {...field('session')}
            label={say('mending.line.session')}
            options={quote.sessions.map(
              ({ session, left }) => [session, say('mending.line.left', { session: name(session), left })] as const,
            )}
          />
        )}
        <InputField
          {...field('quantity')}
          label={say('mending.line.quantity')}
          hint={say('mending.line.quantityHint')}
          type="number"
          inputMode="numeric"
          min={line.quantity - line.cancelledQuantity}
          max={999}
          required
        />
      </div>
      {problem && <Notice tone="warn" title={problem} />}
      {quote && <Settlement quote={quote} form={form} />}
      <PlatformNote source={props.source} />
      <AreaField
        {...field('reason')}
        label={say('console.why')}
        hint={say('mending.line.reasonHint')}
        maxLength={1000}
      />
      <p className="text-sm text-quiet">{say('mending.line.voucher')}</p>
    </DialogForm>
  );
}

type MoveDraft = ReturnType<typeof useMove>['form'];

function Settlement({ quote: { asked, mayWaive, open }, form }: { quote: LineQuote; form: MoveDraft }) {
  const { say } = useWords();
  if (!asked) return <Notice tone="warn" title={say('mending.line.notSold')} />;
  return (
    <>
      <Difference asked={asked} open={open} isWaived={form.draft.settlement === 'waive'} />
      {asked.difference.amountMinor !== 0 && mayWaive && (
        <RadioField
          {...form.field('settlement')}
          legend={say('mending.line.settlement')}
          options={['settle', 'waive']}
          word="mending.line.settlement"
        />
      )}
      {asked.beyond && <Checkbox {...form.tick('beyond')} label={say('mending.line.beyond')} />}
    </>
  );
}

type DifferenceProps = { asked: NonNullable<LineQuote['asked']>; open: Money; isWaived: boolean };

/** What comes back is first taken off what is still to be paid of the order; no one pays what is waived. */
function Difference({ asked, open, isWaived }: DifferenceProps) {
  const { colon, say, money } = useWords();
  const { unit, unitBefore, difference } = asked;
  const { amountMinor, currency } = difference;
  const { lowersMinor, refundMinor } = splitGiven(Math.max(0, -amountMinor), open.amountMinor);
  const amount = (minor: number) => ({ amount: money({ amountMinor: minor, currency }) });
  return (
    <div aria-live="polite" className="rounded-lg bg-tint p-3">
      <p className="text-sm text-quiet">
        {colon(say('mending.line.unit'))}
        {say('mending.line.fromTo', { before: money(unitBefore), after: money(unit) })}
      </p>
      {!isWaived && (
        <div className="font-semibold">
          {amountMinor === 0 && <p>{say('mending.line.same')}</p>}
          {amountMinor > 0 && <p>{say('mending.line.pays', amount(amountMinor))}</p>}
          {lowersMinor > 0 && <p>{say('mending.line.lowers', amount(lowersMinor))}</p>}
          {refundMinor > 0 && <p>{say('mending.line.gets', amount(refundMinor))}</p>}
        </div>
      )}
    </div>
  );
}

type LineQuote = OutputOf<'consoleLineQuote'>;
type PlaceQuestion = {
  id: string;
  subOrderNo: string;
  playOn: string;
  session: string;
  untilOn: string;
  quantity: number;
};
type State = { key: string; quote?: LineQuote; problem?: string };

/**
 * The price of a line at another time, requested while staff choose; an outdated answer is dropped. Nothing while
 * the day is empty or the request is running.
 */
function useLineQuote(question: PlaceQuestion): { quote: LineQuote | undefined; problem: string | undefined } {
  const words = useWords();
  const [state, setState] = useState<State>({ key: '' });
  const key = JSON.stringify(question);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked is in the key; words change with the page alone
  useEffect(() => {
    if (!question.playOn || !(question.quantity >= 1)) return;
    let isOver = false;
    const show = (next: Omit<State, 'key'>) => isOver || setState({ key, ...next });
    send('consoleLineQuote', question).then(
      (quote) => show({ quote }),
      (error: unknown) => {
        const { text, fields } = describeError(error, words);
        show({ problem: Object.values(fields)[0] ?? text });
      },
    );
    return () => {
      isOver = true;
    };
  }, [key]);
  const isCurrent = state.key === key;
  return { quote: isCurrent ? state.quote : undefined, problem: isCurrent ? state.problem : undefined };
}

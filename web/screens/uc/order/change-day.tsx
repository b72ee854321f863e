// A buyer moves a paid booking to another day (decision 0709): the days with room, what comes back, and until when it is free to cancel
// are shown before anything is sent.
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { InputOf, OutputOf } from '../../../../contract/index.ts';
import { addDays, describeWhen } from '../../../../domain/dates.ts';
import { CallRefused, send } from '../../../call.ts';
import { CallProblem } from '../../../parts/call-problem.tsx';
import { describeError } from '../../../parts/describe-error.ts';
import { ChoiceField } from '../../../parts/form/fields.tsx';
import { onSend } from '../../../parts/form/on-send.ts';
import { dropKey, heldKey } from '../../../parts/form/store-typed.ts';
import type { Detail } from '../../../parts/order/order-pieces.tsx';
import { useTask } from '../../../parts/use-task.ts';
import { nameSku, useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { Notice, Skeleton } from '../../../ui/pieces.tsx';

type Line = Detail['lines'][number];
type Offer = OutputOf<'bookingDays'>;
type OfferedTime = Offer['days'][number];

/** The first line of each booking that may be moved: lines of one package at one time are one booking. */
function listBookings(order: Detail): Line[] {
  const isOpen = order.elsewhere || order.rest || order.supplements.some(({ state }) => state === 'open');
  const movable = isOpen ? [] : order.lines.filter((line) => line.mayMove);
  const place = (line: Line) => [line.packageName, line.playOn, line.session, line.untilOn].join();
  return movable.filter((line, at) => movable.findIndex((other) => place(other) === place(line)) === at);
}

/** Hidden where only staff move what was bought. */
export function ChangeDay({ order }: { order: Detail }) {
  const words = useWords();
  const title = words.say('order.move.title');
  const bookings = listBookings(order);
  return (
    <>
      {bookings.map((line) => (
        <DialogButton
          key={line.subOrderNo}
          text={bookings.length > 1 ? `${title}: ${line.packageName}, ${words.day(line.playOn, 'short')}` : title}
          title={title}
        >
          {(close) => <MoveForm order={order} line={line} onClose={close} />}
        </DialogButton>
      ))}
    </>
  );
}

/** The times from `from` on, and again after a refusal, as a day may be full now; an answer for other days is dropped. */
function useOffer(id: string, from: string | undefined) {
  const words = useWords();
  const [offer, setOffer] = useState<Offer>();
  const [problem, setProblem] = useState('');
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: words change with the page alone
  useEffect(() => {
    let isOver = false;
    setOffer(undefined);
    send('bookingDays', { id, from }).then(
      (offer) => isOver || setOffer(offer),
      (error: unknown) => isOver || setProblem(describeError(error, words).text),
    );
    return () => {
      isOver = true;
    };
  }, [id, from, round]);
  return { offer, problem, readAgain: () => setRound((round) => round + 1) };
}

const keyOf = ({ playOn, session }: OfferedTime) => `${playOn} ${session}`;

type FormProps = { order: Detail; line: Line; onClose(): void };

function MoveForm({ order, line, onClose }: FormProps) {
  const { say } = useWords();
  const [from, setFrom] = useState<string>();
  const [chosen, setChosen] = useState('');
  const { offer, problem, readAgain } = useOffer(line.subOrderNo, from);
  const to = offer?.days.find((time) => keyOf(time) === chosen);
  const { error, busy, move } = useMove({ id: line.subOrderNo, offer, to, onRefused: readAgain }, onClose);
  const turn = (day: string) => {
    setChosen('');
    setFrom(day);
  };
  if (problem)
    return (
      <Notice tone="info" title={problem}>
        {say('order.changeBy')}
      </Notice>
    );
  return (
    <form className="grid gap-4" onSubmit={onSend(move)}>
      <Booking lines={order.lines.filter((one) => offer?.subOrderNos.includes(one.subOrderNo) ?? one === line)} />
      {offer ? (
        <Times offer={offer} byDay={line.byDay} chosen={chosen} onChoose={setChosen} />
      ) : (
        <Skeleton className="h-20" />
      )}
      {offer && <OtherDays offer={offer} onTurn={turn} />}
      {to && <Consequences time={to} zone={line.zone} />}
      {error && <CallProblem title={say('order.move.failed')}>{error.text}</CallProblem>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onClose}>
          {say('order.keep')}
        </Button>
        <Button type="submit" busy={busy} disabled={!to}>
          {say('order.move.title')}
        </Button>
      </div>
    </form>
  );
}

type Wish = { id: string; offer: Offer | undefined; to: OfferedTime | undefined; onRefused(): void };

function useMove({ id, offer, to, onRefused }: Wish, onDone: () => void) {
  const { revalidate } = useRevalidator();
  const { error, busy, run } = useTask();
  const move = () =>
    run(async () => {
      if (!offer || !to) return;
      const { playOn, session, untilOn, returned } = to;
      const input: InputOf<'bookingMove'> = {
        ...{ id, to: { playOn, session, untilOn } },
        ...{ seen: offer.seen, returnedMinor: returned.amountMinor },
      };
      // Repeating a request that got no answer is the same change.
      const name = `move ${JSON.stringify(input)}`;
      try {
        await send('bookingMove', input, { idempotencyKey: heldKey(name) });
      } catch (refusal) {
        // Without an answer the same change is sent again.
        if (refusal instanceof CallRefused) onRefused();
        throw refusal;
      }
      dropKey(name);
      onDone();
      await revalidate();
    });
  return { error, busy, move };
}

/** What is moved. */
function Booking({ lines }: { lines: Line[] }) {
  const words = useWords();
  const [first] = lines;
  if (!first) return null;
  const units = lines.map((line) => `${nameSku(words, line)} ×\u00a0${line.quantity - line.cancelledQuantity}`);
  return (
    <div className="rounded-lg bg-canvas p-3">
      <p className="font-medium break-words">{first.productName}</p>
      <p className="text-sm break-words">{first.packageName}</p>
      <p className="text-sm">{describeWhen(first, words.day, words.say)}</p>
      <p className="text-sm text-quiet">{units.join(' · ')}</p>
    </div>
  );
}

type TimesProps = { offer: Offer; byDay: boolean; chosen: string; onChoose(key: string): void };

/** A day first; then its sessions, where it has several. */
function Times({ offer: { days, from, to }, byDay, chosen, onChoose }: TimesProps) {
  const words = useWords();
  const { say, day } = words;
  if (!days.length) return <Notice tone="info" title={say('order.move.none', { from: day(from), to: day(to) })} />;
  const on = chosen.slice(0, 10);
  const first = days.filter((time, at) => days.findIndex((other) => other.playOn === time.playOn) === at);
  const sessions = days.filter((time) => time.playOn === on);
  const back = ({ returned }: OfferedTime) =>
    returned.amountMinor > 0 ? ` · ${say('order.move.back', { amount: words.money(returned) })}` : '';
  const nameDay = (time: OfferedTime) => {
    const isOnly = days.filter((other) => other.playOn === time.playOn).length === 1;
    const when = { ...time, session: isOnly ? time.session : '', validUntil: null, byDay };
    return `${describeWhen(when, day, say)}${isOnly ? back(time) : ''}`;
  };
  return (
    <div className="grid gap-4">
      <ChoiceField
        label={say('order.move.day')}
        required
        value={on}
        none={say('order.booking.chooseOne')}
        options={first.map((time) => [time.playOn, nameDay(time)] as const)}
        onValue={(playOn) => {
          const time = first.find((one) => one.playOn === playOn);
          onChoose(time ? keyOf(time) : '');
        }}
      />
      {sessions.length > 1 && (
        <ChoiceField
          label={say('order.move.time')}
          required
          value={chosen}
          options={sessions.map((time) => [keyOf(time), `${time.session}${back(time)}`] as const)}
          onValue={onChoose}
        />
      )}
    </div>
  );
}

function OtherDays({ offer: { from, to, isFirst }, onTurn }: { offer: Offer; onTurn(from: string): void }) {
  const { say } = useWords();
  return (
    <div className="flex flex-wrap justify-between gap-3">
      <Button variant="outline" disabled={isFirst} onClick={() => onTurn(addDays(from, -42))}>
        {say('order.move.earlier')}
      </Button>
      <Button variant="outline" onClick={() => onTurn(addDays(to, 1))}>
        {say('order.move.later')}
      </Button>
    </div>
  );
}

/** What the change means, for the chosen time. */
function Consequences({ time: { returned, freeUntil, freeUntilAt }, zone }: { time: OfferedTime; zone: string }) {
  const { say, money, day, instant } = useWords();
  const free = freeUntilAt
    ? say('catalog.policy.freeUntil', { date: instant(freeUntilAt, zone) })
    : freeUntil && say('order.freeUntil', { date: day(freeUntil) });
  return (
    <ul aria-live="polite" className="grid gap-1 rounded-lg bg-tint p-3 text-sm">
      <li className="font-semibold">
        {returned.amountMinor > 0 ? say('order.move.returned', { amount: money(returned) }) : say('order.move.same')}
      </li>
      <li>{free || say('order.move.fixed')}</li>
      <li>{say('order.move.voucher')}</li>
    </ul>
  );
}

// A supplier's page behind the link of a mail (rules §7): what to deliver, and one answer, without a login. Made for phones; it shows no
// price and no address of the guest.
import { useState } from 'react';
import { useRouteError } from 'react-router';
import { describeWhen } from '../../../domain/dates.ts';
import { refusals } from '../../../domain/errors.ts';
import { longestReference } from '../../../domain/order-files.ts';
import { CallRefused, send } from '../../call.ts';
import { load } from '../../load.ts';
import { RoomLine } from '../../parts/booking/room-line.tsx';
import { CallProblem } from '../../parts/call-problem.tsx';
import { AreaField, InputField } from '../../parts/form/fields.tsx';
import { TravellerRows } from '../../parts/order/order-lines.tsx';
import { StatusBadge } from '../../parts/order/order-pieces.tsx';
import { LinkOver } from '../../parts/page/link-over.tsx';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { isLinkOver } from '../../parts/page/page-problem.tsx';
import { useTask } from '../../parts/use-task.ts';
import { nameSku, useWords } from '../../parts/use-words.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Notice } from '../../ui/pieces.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import type { Route } from './+types/answer-order';

/** The address contains the key: the page is not cached, sends no referrer and is not indexed. */
export { secretHeaders as headers } from '../../secret-headers.ts';

export async function loader({ request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  return { token, order: await load('supplyOpened', { token: token.padEnd(20, '-').slice(0, 100) }) };
}

/** The answer uses up the link, so the page is not loaded again. */
export const shouldRevalidate = () => false;

export function ErrorBoundary() {
  const { say } = useWords();
  const error = useRouteError();
  const refused = isLinkOver(error) ? (error.data as { data?: unknown }).data : undefined;
  return <LinkOver heading={say('supplier.link.gone')} text={say(becauseOf(refused))} />;
}

/** Why a link is over; one that was never made has no reason (decision 0745). */
function becauseOf(refused: unknown): string {
  const over = (refused as { over?: string } | undefined)?.over;
  return `supplier.link.gone.${over ?? 'unknown'}`;
}

export default function AnswerOrder({ loaderData: { token, order } }: Route.ComponentProps) {
  const { say, instant, zone } = useWords();
  const [answer, setAnswer] = useState<'confirmed' | 'rejected'>();
  return (
    <div className="mx-auto grid max-w-2xl gap-4 py-6">
      <header>
        <PageHeading text={say('supplier.link.title')} />
        <p className="break-words text-quiet">
          {order.orderNo} · {say('supplier.link.for', { name: order.supplierName })}
        </p>
      </header>
      {answer && (
        <Notice tone={answer === 'confirmed' ? 'good' : 'info'} title={say(`supplier.link.${answer}`)}>
          {say(`supplier.link.${answer}Text`)}
        </Notice>
      )}
      <Delivery order={order} answered={answer !== undefined} />
      {!answer && !order.waits && <Notice tone="info" title={say('supplier.link.over')} />}
      {!answer && order.waits && (
        <>
          <Answer token={token} onDone={setAnswer} />
          <p className="text-sm text-quiet">
            {say('supplier.link.until', { until: `${instant(order.until, order.zone)} (${zone(order.zone)})` })}
          </p>
        </>
      )}
    </div>
  );
}

type Order = Route.ComponentProps['loaderData']['order'];

function Delivery({ order, answered }: { order: Order; answered: boolean }) {
  const words = useWords();
  const { say } = words;
  const fields = Object.entries(order.orderFields).filter(([, value]) => value);
  return (
    <TitledCard className="grid gap-3" title={order.lines[0]?.productName}>
      <ul className="divide-y divide-line">
        {order.lines.map((line) => (
          <li key={line.subOrderNo} className="grid gap-1 py-3 first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-center gap-2 font-semibold break-words">
              {nameSku(words, line)} ×&nbsp;{line.quantity} {!answered && <StatusBadge status={line.status} />}
            </p>
            <p className="text-sm break-words text-quiet">
              {line.packageName} · {describeWhen(line, words.day, say)}
            </p>
            <RoomLine line={line} />
            {line.addOns.length > 0 && (
              <p className="text-sm">
                {words.join(line.addOns.map((addOn) => `${addOn.name} ×\u00a0${addOn.quantity}`))}
              </p>
            )}
            {line.travellers.length > 0 && <p className="text-sm break-words">{words.join(line.travellers)}</p>}
          </li>
        ))}
      </ul>
      <p className="break-words">{[order.contact.name, order.contact.phone].filter(Boolean).join(' · ')}</p>
      {fields.length > 0 && <TravellerRows values={fields} />}
      {order.remark && <p className="break-words whitespace-pre-wrap">{order.remark}</p>}
    </TitledCard>
  );
}

type AnswerProps = { token: string; onDone(answer: 'confirmed' | 'rejected'): void };

function Answer({ token, onDone }: AnswerProps) {
  const { say } = useWords();
  const { reference, setReference, why, setWhy, busy, problem, submit } = useAnswer({ token, onDone });
  return (
    <>
      {problem?.text && <CallProblem title={problem.text} />}
      <Card>
        <form noValidate className="grid gap-4" onSubmit={submit(true)}>
          <InputField
            label={say('supplier.link.reference')}
            hint={say('supplier.link.referenceHint')}
            error={problem?.fields.reference}
            maxLength={longestReference}
            autoComplete="off"
            value={reference}
            onValue={setReference}
          />
          <Button type="submit" size="lg" busy={busy === 'confirm'} disabled={busy === 'reject'}>
            {say('supplier.link.confirm')}
          </Button>
        </form>
      </Card>
      <details className="rounded-card border border-line bg-surface px-4 py-2" open={Boolean(problem?.fields.why)}>
        <summary className="min-h-11 cursor-pointer content-center font-semibold">
          {say('supplier.link.cannot')}
        </summary>
        <form noValidate className="grid gap-4 py-2" onSubmit={submit(false)}>
          <AreaField
            label={say('supplier.link.why')}
            hint={say('supplier.link.whyHint')}
            error={problem?.fields.why}
            required
            maxLength={500}
            value={why}
            onValue={setWhy}
          />
          <Button
            type="submit"
            variant="danger"
            size="lg"
            busy={busy === 'reject'}
            disabled={busy === 'confirm'}
            className="justify-self-start"
          >
            {say('supplier.link.reject')}
          </Button>
        </form>
      </details>
    </>
  );
}

function useAnswer({ token, onDone }: AnswerProps) {
  const { say } = useWords();
  const [reference, setReference] = useState('');
  const [why, setWhy] = useState('');
  const [chosen, setChosen] = useState<'confirm' | 'reject'>();
  const { busy, error, setError, run } = useTask();
  const answer = async (confirm: boolean) => {
    if (!confirm && !why.trim()) return setError({ text: '', fields: { why: say('ui.field.required') }, code: 0 });
    setChosen(confirm ? 'confirm' : 'reject');
    await run(async () => {
      const decision = { token, confirm, reference: confirm ? reference : '', why };
      await send('supplyAnswer', decision).catch((failure: unknown) => {
        if (!(failure instanceof CallRefused && failure.code === refusals.linkExpired)) throw failure;
        throw new CallRefused(failure.code, say(becauseOf(failure.data)));
      });
      onDone(confirm ? 'confirmed' : 'rejected');
    });
  };
  const submit = (confirm: boolean) => (event: React.FormEvent) => {
    event.preventDefault();
    void answer(confirm);
  };
  return { reference, setReference, why, setWhy, busy: busy ? chosen : undefined, problem: error, submit };
}

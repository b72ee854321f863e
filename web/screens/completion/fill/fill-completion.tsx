// The form behind a completion link (§2 completion, §4): the travellers of one booking and its missing details, saved for
// later as often as needed and completed once. Made for phones; it shows no price and no data of the buyer.
import { Link, redirect } from 'react-router';
import { notesLength } from '../../../../domain/completion-rules.ts';
import { paths } from '../../../../domain/paths.ts';
import { load } from '../../../load.ts';
import { CallProblem } from '../../../parts/call-problem.tsx';
import { CompletionBadge, OrderFacts } from '../../../parts/completion/order-facts.tsx';
import { PersonCard } from '../../../parts/completion/person-card.tsx';
import { foundHere } from '../../../parts/describe-error.ts';
import { AreaField } from '../../../parts/form/fields.tsx';
import { onSend } from '../../../parts/form/on-send.ts';
import { LinkOver } from '../../../parts/page/link-over.tsx';
import { PageTitle } from '../../../parts/page/page-title.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { useNow } from '../../../root-data.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/fill-completion';
import { OrderCard } from './order-card.tsx';
import { useFilling } from './use-filling.ts';

/** The address contains the key: the page is not cached and sends no referrer. */
export function headers() {
  return { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
}

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const token = params.get('token');
  if (!token) throw redirect(paths.completionList());
  const { orders } = await load('intactInfo', { token });
  const order =
    orders.find((order) => order.orderNo === params.get('order')) ?? (orders.length === 1 ? orders[0] : undefined);
  if (!order) throw redirect(paths.completionList(token));
  return { token, orders, order };
}

export function ErrorBoundary() {
  const { say } = useWords();
  return <LinkOver heading={say('completion.gone.title')} text={say('completion.gone.text')} findsOrder />;
}

export default function FillCompletion({ loaderData: { token, orders, order } }: Route.ComponentProps) {
  const { say } = useWords();
  const now = useNow();
  const title = say(order.travellerCount > 0 ? 'completion.title' : 'completion.titleOrder');
  const closed = say(Date.parse(order.dueAt) <= now ? 'completion.over' : 'completion.state.closed');
  return (
    <div className="mx-auto grid max-w-2xl gap-4 py-6">
      <PageTitle text={title} />
      {orders.length > 1 && (
        <Link to={paths.completionList(token)} className="min-h-11 content-center font-semibold text-brand">
          ← {say('completion.back')}
        </Link>
      )}
      <div>
        <CompletionBadge state={order.state} />
        <h1 className="mt-2 text-2xl font-bold">{title}</h1>
      </div>
      <Card>
        <OrderFacts order={order} />
      </Card>
      {order.state === 'open' ? (
        <Persons key={order.orderNo} token={token} orders={orders} order={order} />
      ) : (
        <Notice
          tone={order.state === 'done' ? 'good' : 'info'}
          title={order.state === 'done' ? say('completion.thanks') : closed}
        >
          {say('completion.thanksHint')}
        </Notice>
      )}
    </div>
  );
}

type Data = Route.ComponentProps['loaderData'];

function Persons({ token, orders, order }: Data) {
  const words = useWords();
  const { say } = words;
  const filling = useFilling({ token, orders, order });
  const { typed, change, errors, problem, nearest, saved, busy, submit } = filling;
  const known = useKnown({ orders, order }, typed.travellers);
  return (
    <form id="travellers" className="grid gap-4" noValidate onSubmit={onSend(() => submit(true))}>
      <p className="text-quiet">
        {say('completion.hint')} {say('completion.until', { when: words.instant(order.dueAt, order.zone) })}
      </p>
      {order.orderFields.length > 0 && (
        <OrderCard
          fields={order.orderFields}
          areaIds={order.areaIds}
          values={typed.values}
          places={typed.places}
          errors={errors}
          nearest={nearest}
          onChange={(values, places) =>
            change((now) => ({ ...now, values: { ...now.values, ...values }, places: { ...now.places, ...places } }))
          }
        />
      )}
      <Travellers order={order} filling={filling} known={known} />
      <Card>
        <AreaField
          label={say('completion.notes')}
          hint={say('completion.notesHint')}
          name="notes"
          maxLength={notesLength}
          error={errors.notes}
          value={typed.notes}
          onValue={(notes) => change((now) => ({ ...now, notes }))}
        />
      </Card>
      {problem && <Failure {...problem} />}
      {saved && <Notice tone="good" title={say('completion.saved')} />}
      <div className="grid gap-3 sm:flex sm:justify-end">
        <Button variant="outline" size="lg" disabled={busy} onClick={() => void submit(false)}>
          {say('completion.save')}
        </Button>
        <Button type="submit" size="lg" busy={busy}>
          {say('completion.complete')}
        </Button>
      </div>
    </form>
  );
}

/** Travellers of this booking and of the others behind the link, to copy from (§2 completion). */
function useKnown({ orders, order }: Pick<Data, 'orders' | 'order'>, travellers: Record<string, string>[]) {
  const { say } = useWords();
  const others = orders.filter((item) => item.orderNo !== order.orderNo);
  const nameOf = (at: number) => say('order.booking.traveller', { number: at + 1 });
  return [
    ...travellers.map((values, at) => ({ key: `0.${at}`, label: nameOf(at), values })),
    ...others.flatMap((item) =>
      item.travellers.map((values, at) => ({
        key: `${item.orderNo}.${at}`,
        label: `${nameOf(at)} · ${item.productName}`,
        values,
      })),
    ),
  ].filter((item) => Object.values(item.values).some(Boolean));
}

type TravellersProps = {
  order: Data['order'];
  filling: ReturnType<typeof useFilling>;
  known: ReturnType<typeof useKnown>;
};

function Travellers({ order, filling: { typed, errors, change }, known }: TravellersProps) {
  const lineOf = order.lines.flatMap((line) => Array.from({ length: line.quantity }, () => line));
  const set = (at: number, next: Record<string, string>) =>
    change((now) => ({ ...now, travellers: now.travellers.map((item, place) => (place === at ? next : item)) }));
  return typed.travellers.map((values, at) => (
    <PersonCard
      // biome-ignore lint/suspicious/noArrayIndexKey: a traveller is known by the place in the booking
      key={at}
      at={at}
      line={order.lines.length > 1 ? lineOf[at] : undefined}
      fields={order.travellerFields}
      values={values}
      errors={errors}
      known={known.filter((item) => item.key !== `0.${at}`)}
      onChange={(next) => set(at, next)}
    />
  ));
}

/** Problems found here are shown alone; a refusal of the server means that nothing was supplemented (§8 supplement failed). */
function Failure({ code, text }: { code: number; text: string }) {
  const { say } = useWords();
  if (code === foundHere) return <CallProblem code={code} title={text} />;
  return (
    <CallProblem code={code} title={say('completion.failed')}>
      {text}
    </CallProblem>
  );
}

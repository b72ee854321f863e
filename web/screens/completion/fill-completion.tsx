// The form behind a completion link (§2 completion, §4): the travellers of one booking, saved for later as often as wanted and
// completed once. Made for phones; no price and nothing of the buyer is here.
import { useState } from 'react';
import { Link, redirect, useNavigate, useRevalidator } from 'react-router';
import { judgeTravellersAlone } from '../../../domain/booking-rules.ts';
import { paths } from '../../../domain/paths.ts';
import { send } from '../../call.ts';
import { load } from '../../load.ts';
import { CompletionBadge, OrderFacts } from '../../parts/completion/order-facts.tsx';
import { PersonCard } from '../../parts/completion/person-card.tsx';
import { describeError } from '../../parts/describe-error.ts';
import { showAndFocus } from '../../parts/form/show-and-focus.ts';
import { PageTitle } from '../../parts/page/page-title.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Notice } from '../../ui/pieces.tsx';
import type { Route } from './+types/fill-completion';

/** The address holds the key: the page is not cached and sends no referrer. */
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

export default function FillCompletion({ loaderData: { token, orders, order } }: Route.ComponentProps) {
  const { say } = useWords();
  return (
    <div className="mx-auto grid max-w-2xl gap-4 py-6">
      <PageTitle text={say('completion.title')} />
      {orders.length > 1 && (
        <Link to={paths.completionList(token)} className="min-h-11 content-center font-semibold text-brand">
          ← {say('completion.back')}
        </Link>
      )}
      <div>
        <CompletionBadge state={order.state} />
        <h1 className="mt-2 text-2xl font-bold">{say('completion.title')}</h1>
      </div>
      <Card>
        <OrderFacts order={order} />
      </Card>
      {order.state === 'open' ? (
        <Persons key={order.orderNo} token={token} orders={orders} order={order} />
      ) : (
        <Notice
          tone={order.state === 'done' ? 'good' : 'info'}
          title={say(order.state === 'done' ? 'completion.thanks' : 'completion.state.closed')}
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
  const { typed, setTyped, errors, problem, saved, busy, submit } = useFilling({ token, orders, order });
  const lineOf = order.lines.flatMap((line) => Array.from({ length: line.quantity }, () => line));
  const others = orders.filter((item) => item.orderNo !== order.orderNo);
  const known = [
    ...typed.map((values, at) => ({
      key: `0.${at}`,
      label: say('order.booking.traveller', { number: at + 1 }),
      values,
    })),
    ...others.flatMap((item) =>
      item.travellers.map((values, at) => ({
        key: `${item.orderNo}.${at}`,
        label: `${say('order.booking.traveller', { number: at + 1 })} · ${item.productName}`,
        values,
      })),
    ),
  ].filter((item) => Object.values(item.values).some(Boolean));
  return (
    <form
      id="travellers"
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(true);
      }}
    >
      <p className="text-quiet">{say('completion.hint')}</p>
      {typed.map((values, at) => (
        <PersonCard
          // biome-ignore lint/suspicious/noArrayIndexKey: a traveller is known by the place in the booking
          key={at}
          at={at}
          line={order.lines.length > 1 ? lineOf[at] : undefined}
          fields={order.travellerFields}
          values={values}
          errors={errors}
          known={known.filter((item) => item.key !== `0.${at}`)}
          onChange={(next) => setTyped(typed.map((item, place) => (place === at ? next : item)))}
        />
      ))}
      {problem && <Notice tone="bad" title={problem} />}
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

/** The typed values, validated by the server's rules before sending. */
function useFilling({ token, orders, order }: Data) {
  const words = useWords();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [typed, setAll] = useState(order.travellers);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState('');
  const [saved, setSaved] = useState(false);
  const [busy, setBusy] = useState(false);
  const refuse = (text: string, fields: Record<string, string>) => {
    showAndFocus(document.getElementById('travellers'), () => {
      setErrors(fields);
      setProblem(text);
    });
  };
  const submit = async (complete: boolean) => {
    setSaved(false);
    const found = Object.entries(judgeTravellersAlone({ ...order, travellersLater: !complete }, typed)).map(
      ([path, { problem: name, max = 0, min = 0 }]) => [path, words.say(`ui.field.${name}`, { max, min })],
    );
    if (found.length) return refuse(words.say('order.booking.checkFields'), Object.fromEntries(found));
    setErrors({});
    setProblem('');
    setBusy(true);
    try {
      await send('intact', { token, orderNo: order.orderNo, travellers: typed, complete });
      const left = orders.some((item) => item.orderNo !== order.orderNo && item.state === 'open');
      if (complete) await navigate(left ? paths.completionList(token) : paths.completed());
      else {
        setSaved(true);
        await revalidate();
      }
    } catch (error) {
      const { text, fields } = describeError(error, words);
      refuse(text, fields);
    }
    setBusy(false);
  };
  const setTyped = (next: typeof typed) => {
    setSaved(false);
    setAll(next);
  };
  return { typed, setTyped, errors, problem, saved, busy, submit };
}

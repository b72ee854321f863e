// The wish list (decision 0421): that of this device and account, or a list shared in the address.
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { send } from '../../call.ts';
import { CallProblem } from '../../parts/call-problem.tsx';
import { describePage } from '../../parts/page/describe-page.ts';
import { useUndo } from '../../parts/page/use-undo.ts';
import { type CardData, ProductCard } from '../../parts/product/product-card.tsx';
import { syncWishes } from '../../parts/product/sync-wishes.ts';
import { ShareButton } from '../../parts/product/wish-buttons.tsx';
import { readWishes, storeWishes, watchWishes } from '../../parts/product/wishes.ts';
import { useTask } from '../../parts/use-task.ts';
import { useWords } from '../../parts/use-words.ts';
import { useRoot } from '../../root-data.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState, Skeleton } from '../../ui/pieces.tsx';
import type { Route } from './+types/show-wishes';

/** The maximum number of products of one call. */
const atOnce = 12;

export function loader({ request }: Route.LoaderArgs) {
  const of = new URL(request.url).searchParams.get('of') ?? '';
  return { shared: of.split('-').filter((id) => /^\d{1,18}$/.test(id)) };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches, { title: { say: 'wish.title' }, description: '', path: paths.wishes(), noIndex: true });

export default function ShowWishes({ loaderData: { shared } }: Route.ComponentProps) {
  const { say } = useWords();
  const { user } = useRoot();
  const savedIds = useSyncExternalStore(
    watchWishes,
    () => readWishes().join('-'),
    () => '',
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each who is signed in
  useEffect(() => {
    if (user) void syncWishes();
  }, [Boolean(user)]);
  const ids = shared.length ? shared : savedIds.split('-').filter(Boolean);
  const { cards, task } = useCards(ids);
  const shown = cards && ids.flatMap((id) => cards.find((card) => card.id === id) ?? []);
  // A list that was shared may be old: only what is sold is offered and passed on.
  const sold = shown?.map(({ id }) => id) ?? [];
  const missing = shared.length ? sold.filter((id) => !savedIds.split('-').includes(id)) : [];
  const keepAll = () => {
    storeWishes([...missing, ...readWishes()]);
    if (user) void syncWishes();
  };
  return (
    <div className="py-6">
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="mr-auto text-2xl font-bold">{say(shared.length ? 'wish.sharedTitle' : 'wish.title')}</h1>
        {missing.length > 0 && <Button onClick={keepAll}>{say('wish.keepAll')}</Button>}
        {sold.length > 0 && <ShareButton title={say('wish.title')} path={paths.wishes({ of: sold.join('-') })} />}
      </div>
      {!user && !shared.length && (
        <p className="mb-4 flex flex-wrap items-center gap-x-4 text-quiet">
          {say('wish.onDevice')}
          <Link to={paths.login({ go: paths.wishes() })} className={signIn}>
            {say('site.header.signIn')}
          </Link>
        </p>
      )}
      {task.problem && <CallProblem title={task.problem} />}
      {!task.problem && ids.length > 0 && !shown && <Skeleton className="min-h-80 w-full rounded-lg" />}
      {!task.problem && (shown || !ids.length) && (
        <Wishes
          shown={shown ?? []}
          gone={shown ? ids.filter((id) => !sold.includes(id)) : []}
          removable={!shared.length}
        />
      )}
    </div>
  );
}

const signIn = 'inline-flex min-h-11 items-center font-semibold text-brand hover:underline';

type WishesProps = {
  shown: CardData[];
  /** Products of the list that are not sold at present; they come back into it when they are. */
  gone: string[];
  removable: boolean;
};

function Wishes({ shown, gone, removable }: WishesProps) {
  const words = useWords();
  const { say } = words;
  const { user } = useRoot();
  const offerUndo = useUndo();
  const remove = (ids: string[], name: string) => {
    const before = readWishes();
    storeWishes(before.filter((other) => !ids.includes(other)));
    const gone = user ? syncWishes(ids) : Promise.resolve();
    offerUndo(say('ui.removed', { name }), () => {
      // In its old place among the current ones; the account gets this change after the removal.
      const back = () =>
        storeWishes([
          ...before.filter((other) => ids.includes(other) || readWishes().includes(other)),
          ...readWishes(),
        ]);
      back();
      if (user) void gone.then(back).then(() => syncWishes());
    });
  };
  const goneText = say('wish.gone', { count: gone.length });
  return (
    <div className="grid gap-4">
      {gone.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 text-quiet">
          <p>{goneText}</p>
          {removable && (
            <Button variant="quiet" onClick={() => remove(gone, goneText)}>
              {say('wish.remove')}
              <span className="sr">{goneText}</span>
            </Button>
          )}
        </div>
      )}
      {!shown.length && (
        <EmptyState title={say(gone.length ? 'wish.noneSold' : 'wish.none')}>
          <LinkButton to={paths.search()}>{say('wish.look')}</LinkButton>
        </EmptyState>
      )}
      <ul className="grid gap-4 empty:hidden sm:grid-cols-2 lg:grid-cols-3">
        {shown.map((card) => (
          <li key={card.id} className="grid grid-rows-[1fr_auto] gap-1">
            <ProductCard
              card={card}
              words={words}
              wide
              onRemove={removable ? () => remove([card.id], card.name) : undefined}
            />
            {removable && (
              <Button variant="quiet" className="justify-self-start" onClick={() => remove([card.id], card.name)}>
                {say('wish.remove')}
                <span className="sr">{card.name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Undefined until they are loaded; products that are no longer sold are left out. */
function useCards(ids: string[]) {
  const [cards, setCards] = useState<CardData[]>();
  const task = useTask();
  const { run } = task;
  const wanted = ids.join('-');
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again where another product is wanted
  useEffect(() => {
    const missing = ids.filter((id) => !cards?.some((card) => card.id === id));
    if (!missing.length) return;
    let current = true;
    void run(async () => {
      const parts = Array.from({ length: Math.ceil(missing.length / atOnce) }, (_, at) =>
        send('searchProducts', { ids: missing.slice(at * atOnce, (at + 1) * atOnce) }),
      );
      const more = (await Promise.all(parts)).flatMap(({ list }) => list);
      if (current) setCards((known) => [...(known ?? []), ...more]);
    });
    return () => {
      current = false;
    };
  }, [wanted]);
  return { cards, task };
}

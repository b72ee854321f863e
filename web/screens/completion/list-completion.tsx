// The bookings of a completion link, or the user's incomplete ones (§2 completion/list), each with its missing fields.
import { IconListCheck } from '@tabler/icons-react';
import { useLocation } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { signInFor } from '../../../domain/safe-path.ts';
import { visitor } from '../../call.ts';
import { load } from '../../load.ts';
import { CompletionBadge, OrderFacts } from '../../parts/completion/order-facts.tsx';
import { LinkOver } from '../../parts/page/link-over.tsx';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords } from '../../parts/use-words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card, EmptyState } from '../../ui/pieces.tsx';
import type { Route } from './+types/list-completion';

export function headers() {
  return { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
}

export async function loader({ request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? undefined;
  if (token === undefined && !visitor().signedIn) return { token, list: null };
  return { token, ...(await load('getIncompleteOrderList', { token })) };
}

export function ErrorBoundary() {
  const { say } = useWords();
  return <LinkOver heading={say('completion.gone.title')} text={say('completion.gone.text')} findsOrder />;
}

/** For everyone (§2 public routes): customers have a link, and buyers an account. */
function NeedsLink() {
  const { say } = useWords();
  const { pathname } = useLocation();
  return (
    <Card className="mx-auto my-10 grid max-w-lg justify-items-center gap-4 text-center">
      <IconListCheck aria-hidden="true" className="size-12 text-quiet" />
      <PageHeading text={say('completion.listTitle')} />
      <p>{say('completion.needsLink')}</p>
      <LinkButton to={signInFor(pathname)}>{say('account.login.go')}</LinkButton>
    </Card>
  );
}

export default function ListCompletion({ loaderData: { token, list } }: Route.ComponentProps) {
  const { say } = useWords();
  if (!list) return <NeedsLink />;
  const hrefOf = (orderNo: string) => (token ? paths.completion(token, orderNo) : paths.order(orderNo));
  return (
    <div className="mx-auto grid max-w-2xl gap-4 py-6">
      <PageHeading text={say('completion.listTitle')} />
      {list.length === 0 && <EmptyState title={say('completion.thanks')} icon={<IconListCheck aria-hidden="true" />} />}
      <ul className="grid gap-3">
        {list.map((order) => (
          <li key={order.orderNo}>
            <Card className="grid gap-3">
              <p>
                <CompletionBadge state={order.state} />
              </p>
              <OrderFacts order={order} />
              {order.state === 'open' && (
                <LinkButton to={hrefOf(order.orderNo)}>
                  {say('completion.fill')}
                  <span className="sr"> {order.productName}</span>
                </LinkButton>
              )}
            </Card>
          </li>
        ))}
      </ul>
    </div>
  );
}

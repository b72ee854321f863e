// Orders of the partner's test keys (decision 0385): they hold no places and move no money, and are deleted after a few days.
import { IconFlask } from '@tabler/icons-react';
import { data } from 'react-router';
import { describeWhen } from '../../../../domain/dates.ts';
import { paths } from '../../../../domain/paths.ts';
import { testRules } from '../../../../domain/systems.ts';
import { load } from '../../../load.ts';
import { AskForPassword } from '../../../parts/account/ask-for-password.tsx';
import { mayKeepSubAccounts } from '../../../parts/account/list-pages.ts';
import { CancelledPart, PayBadge, StatusBadge } from '../../../parts/order/order-pieces.tsx';
import { BackTo } from '../../../parts/page/back-to.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Card, EmptyState, Pager } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-test-orders';

export async function loader({ request }: Route.LoaderArgs) {
  const user = await load('getUserInfo', {});
  if (!mayKeepSubAccounts(user)) throw data({ missing: true }, { status: 404 });
  const page = Number(new URL(request.url).searchParams.get('page') ?? 1);
  const isPage = Number.isInteger(page) && page > 0 && page <= 1000;
  return { user, found: user.verAuthFlag ? await load('testOrders', { page: isPage ? page : 1 }) : null };
}

export default function ListTestOrders({ loaderData: { user, found } }: Route.ComponentProps) {
  const { say, day, money } = useWords();
  return (
    <div className="mx-auto max-w-4xl py-6 lg:py-8">
      <BackTo to={paths.apiKeys()} text={say('systems.keys.title')} />
      <PageHeading text={say('systems.tests.title')} />
      <p className="mb-4 max-w-prose text-quiet">{say('systems.tests.hint', { days: testRules.keptDays })}</p>
      {!found && <AskForPassword user={user} />}
      {found?.list.length === 0 && (
        <EmptyState icon={<IconFlask aria-hidden="true" className="size-12" />} title={say('systems.tests.none')} />
      )}
      <ul className="grid gap-3">
        {found?.list.map((order) => (
          <li key={order.orderNo}>
            <Card className="grid gap-1">
              <p className="flex flex-wrap items-center gap-2">
                <StatusBadge status={order.status} />
                <PayBadge status={order.payStatus} />
                <CancelledPart of={order} />
                <code className="text-sm text-quiet sm:ml-auto">{order.orderNo}</code>
              </p>
              <h2 className="font-semibold break-words">{order.productName}</h2>
              <p className="text-sm text-quiet">{`${describeWhen(order, day, say)} · ×\u00a0${order.quantity}`}</p>
              <p className="font-bold">{money(order.payable)}</p>
            </Card>
          </li>
        ))}
      </ul>
      {found && <Pager page={found.page} pages={found.pages} hrefOf={(page) => paths.testOrders({ page })} />}
    </div>
  );
}

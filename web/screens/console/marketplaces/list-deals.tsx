// Deals at GetYourGuide (decision 0692): read from it, one product at a time; created and ended there by an admin.
import { useNavigate } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { send } from '../../../call.ts';
import { load } from '../../../load.ts';
import { describeUse } from '../../../parts/console/describe-use.ts';
import { ChoiceField } from '../../../parts/form/fields.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { Badge, Card, EmptyState, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-deals';
import { CreateDeal } from './create-deal.tsx';
import { EndDeal } from './end-deal.tsx';

type Deal = OutputOf<'consoleGygDeals'>['deals'][number];

export async function loader({ request }: Route.LoaderArgs) {
  const ref = new URL(request.url).searchParams.get('product') ?? '';
  return { found: await load('consoleGygDeals', { ref: ref.slice(0, 60) }) };
}

export default function ListDeals({ loaderData: { found } }: Route.ComponentProps) {
  const { products, ref, today, deals, problem, code } = found;
  const { say } = useWords();
  const navigate = useNavigate();
  return (
    <div className="grid max-w-4xl gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-2">
          <PageHeading text={say('marketplace.deals.title')} />
          <p className="max-w-prose text-quiet">{say('marketplace.deals.intro')}</p>
          <p className="text-sm text-quiet">{say('marketplace.onlySimulated')}</p>
        </div>
        <LinkButton variant="outline" to={consolePaths.marketplaces()}>
          {say('marketplace.title')}
        </LinkButton>
      </div>
      {ref === '' ? (
        <EmptyState title={say('marketplace.deals.noProduct')} />
      ) : (
        <>
          <div className="flex flex-wrap items-end gap-3">
            <div className="min-w-0 flex-1 basis-72">
              <ChoiceField
                label={say('marketplace.deals.product')}
                value={ref}
                options={products.map((product) => [product.ref, `${product.name} (${product.ref})`] as const)}
                onValue={(product) => void navigate(consolePaths.gygDeals({ product }))}
              />
            </div>
            <DialogButton variant="primary" text={say('marketplace.deals.create')}>
              {(close) => <CreateDeal product={ref} today={today} onClose={close} />}
            </DialogButton>
          </div>
          {problem ? (
            <Notice tone="bad" title={describeUse(say, { problem, code })} />
          ) : (
            deals.length === 0 && <EmptyState title={say('marketplace.deals.none')} />
          )}
          <ul className="grid gap-3 empty:hidden">
            {deals.map((deal) => (
              <OneDeal key={deal.id} deal={deal} product={ref} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function OneDeal({ deal, product }: { deal: Deal; product: string }) {
  const { id, name, from, to, type, percent, mostPlaces, noticeDays } = deal;
  const { say, day, intl, colon } = useWords();
  const facts = [
    intl.formatNumber(-percent / 100, { style: 'percent', maximumFractionDigits: 1 }),
    ...(mostPlaces === null ? [] : [say('marketplace.deals.places', { count: mostPlaces })]),
    ...(noticeDays === null ? [] : [colon(say('marketplace.deals.notice')) + noticeDays]),
  ];
  return (
    <li>
      <Card className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid min-w-0 gap-1">
          <p className="font-semibold break-words">
            {name || id} {type && <Badge>{say(`marketplace.deals.type.${type}`)}</Badge>}
          </p>
          <p>
            {day(from)} – {day(to)}
          </p>
          <p className="text-sm text-quiet">{facts.join(' · ')}</p>
        </div>
        <DialogButton
          size="sm"
          aria-label={`${say('marketplace.deals.end')}: ${name || id}`}
          text={say('marketplace.deals.end')}
        >
          {(close) => (
            <EndDeal name={name || id} end={() => send('consoleGygDealEnd', { ref: product, id })} onClose={close} />
          )}
        </DialogButton>
      </Card>
    </li>
  );
}

// The costs and the margin of an order (decision 0310), and the price at a platform (decision 0430), for staff
// who see money.

import { Link } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { OrderStatus } from '../../../../domain/order-status.ts';
import { describeUse } from '../../../parts/console/describe-use.ts';
import { nameSku, useWords } from '../../../parts/use-words.ts';
import { TitledCard } from '../../../ui/titled-card.tsx';

/** Hidden if no cost was known when it was sold. */
export function CostCard({ order: { costs, lines } }: { order: OutputOf<'consoleOrder'> }) {
  const words = useWords();
  const { say, money, intl } = words;
  if (!costs.length) return null;
  const shareOf = (part: number) => intl.formatNumber(part / 10_000, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <TitledCard title={say('desk.costs')}>
      <ul className="grid gap-3 text-sm">
        {costs.map(({ subOrderNo, cost, margin, share }) => {
          const line = lines.find((line) => line.subOrderNo === subOrderNo);
          return (
            <li key={subOrderNo} className="grid gap-1">
              {line && <p className="font-medium break-words">{nameSku(words, line)}</p>}
              <dl className="grid gap-1 tabular-nums">
                <div className="flex justify-between gap-4">
                  <dt className="text-quiet">{say('inventory.cost')}</dt>
                  <dd>{cost ? money(cost) : say('desk.costUnknown')}</dd>
                </div>
                {margin && (
                  <div className="flex justify-between gap-4">
                    <dt className="text-quiet">{say('inventory.margin')}</dt>
                    <dd className={margin.amountMinor < 0 ? 'text-bad' : ''}>
                      {money(margin)} ({shareOf(share)})
                    </dd>
                  </div>
                )}
              </dl>
            </li>
          );
        })}
      </ul>
    </TitledCard>
  );
}

/** Hidden if nothing of the platform is known: its price, the traveller's address, its state of used vouchers. */
export function PlatformCard({ order }: { order: OutputOf<'consoleOrder'> }) {
  const { platform, platformUse, source } = order;
  // Without an address there is something to do as long as the voucher is of use.
  const isUseful = order.lines.some((line) => line.status === OrderStatus.confirmed && !line.redeemedAt);
  const travellerEmail = order.travellerEmail || (isUseful ? order.travellerEmail : null);
  const { say } = useWords();
  if (!platform && !platformUse && travellerEmail === null) return null;
  return (
    <TitledCard title={say(`order.list.source.${source}`)}>
      {platform && <PlatformPrice platform={platform} />}
      {travellerEmail !== null && <TravellerMail email={travellerEmail} />}
      {platformUse && <PlatformUse use={platformUse} />}
    </TitledCard>
  );
}

function PlatformPrice({ platform }: { platform: NonNullable<OutputOf<'consoleOrder'>['platform']> }) {
  const { say, money } = useWords();
  const { price, converted, listed, difference } = platform;
  const rows = [
    { key: 'platformPrice', amount: price },
    ...(converted ? [{ key: 'converted', amount: converted }] : []),
    { key: 'listed', amount: listed },
    ...(difference?.amountMinor ? [{ key: 'difference', amount: difference }] : []),
  ];
  return (
    <>
      <dl className="grid gap-1 text-sm tabular-nums">
        {rows.map(({ key, amount }) => (
          <div key={key} className="flex justify-between gap-4">
            <dt className="text-quiet">{say(`marketplace.price.${key}`)}</dt>
            <dd className={key === 'difference' && amount.amountMinor < 0 ? 'text-bad' : ''}>{money(amount)}</dd>
          </div>
        ))}
      </dl>
      {!difference && <p className="mt-2 text-sm">{say('marketplace.price.noRate', { currency: price.currency })}</p>}
    </>
  );
}

/** Where the voucher goes, which the platform leaves to us (decision 0783). */
function TravellerMail({ email }: { email: string }) {
  const { say } = useWords();
  return email ? (
    <dl className="mt-1 flex flex-wrap justify-between gap-x-4 text-sm">
      <dt className="text-quiet">{say('marketplace.traveller.mail')}</dt>
      <dd className="min-w-0 break-all">{email}</dd>
    </dl>
  ) : (
    <p className="mt-2 text-sm text-bad">
      {say('marketplace.traveller.none', { contact: say('mending.contact.change'), send: say('desk.voucherAgain') })}
    </p>
  );
}

/** How many redeemed vouchers were reported to the platform (decision 0540). */
function PlatformUse({ use }: { use: NonNullable<OutputOf<'consoleOrder'>['platformUse']> }) {
  const { say } = useWords();
  const { used, reported, state } = use;
  return (
    <>
      <dl className="mt-1 flex justify-between gap-4 text-sm tabular-nums">
        <dt className="text-quiet">{say('marketplace.use.title')}</dt>
        <dd className="whitespace-nowrap">{say('marketplace.use.counts', { reported, used })}</dd>
      </dl>
      {state !== 'reported' && (
        <p className="mt-2 text-sm">
          {say(`systems.sending.${state}`)} {describeUse(say, use)}{' '}
          <Link to={consolePaths.marketplaces()} className="font-medium text-brand hover:underline">
            {say('marketplace.title')}
          </Link>
        </p>
      )}
    </>
  );
}

// One distributor's deposit and credit line for finance (rules §8, §10): figures, manual changes with a second approval, the statement.

import { Link } from 'react-router';
import { fileAddress } from '../../../../contract/file-address.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { load } from '../../../load.ts';
import { BalanceFigures } from '../../../parts/balance/figures.tsx';
import { readFilters, readPage } from '../../../parts/balance/read-filters.ts';
import { Statement } from '../../../parts/balance/statement.tsx';
import { LedgerChanges } from '../../../parts/console/money/ledger-changes.tsx';
import { BackTo } from '../../../parts/page/back-to.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Badge, Card, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/handle-balance';
import { LedgerAdjust } from './ledger-adjust.tsx';

export async function loader({ params, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const filters = readFilters(query);
  const [partner, me] = await Promise.all([
    load('consoleBalance', { id: params.partnerId, ...filters, page: readPage(query) }),
    load('consoleMe', {}),
  ]);
  const has = (role: string) => me.roles.some((item) => item === 'admin' || item === role);
  return {
    ...{ partner, filters },
    ...{ setsChannels: has('finance'), setsRules: me.roles.includes('admin') },
  };
}

export default function HandleBalance({ loaderData }: Route.ComponentProps) {
  const { partner, filters, setsChannels, setsRules } = loaderData;
  const { say, colon } = useWords();
  const { id, name, frozen, contact, figures, creditOff, adjustments, fourEyes: _, alone: __, ...page } = partner;
  return (
    <div className="grid gap-5">
      <header>
        <BackTo to={consolePaths.balances()} text={say('finance.ledger.title')} />
        <div className="flex flex-wrap items-center gap-3">
          <PageHeading className="min-w-0 text-2xl font-bold break-words" text={name || say('privacy.contactErased')} />
          {frozen && <Badge tone="bad">{say('partner.frozen')}</Badge>}
        </div>
        {(contact.name || contact.email || contact.phone) && (
          <p className="text-sm break-words text-quiet">
            {colon(say('account.detail.settlementContact'))}
            {[contact.name, contact.phone].filter(Boolean).join(' · ')}{' '}
            {contact.email && (
              <a href={`mailto:${contact.email}`} className="inline-flex min-h-11 items-center text-brand underline">
                {contact.email}
              </a>
            )}
          </p>
        )}
      </header>
      <BalanceFigures figures={figures} />
      {creditOff && (
        <Notice tone="warn" title={say('finance.ledger.creditOff', { name })}>
          {setsChannels && (
            <Link
              to={consolePaths.channels({ channel: 'credit' })}
              className="inline-flex min-h-11 items-center font-semibold underline"
            >
              {say('payment.channelSetting.edit', { name: say('payment.channel.credit') })}
            </Link>
          )}
        </Notice>
      )}
      <LedgerAdjust key={id} partner={partner} setsRules={setsRules} />
      <section className="grid gap-3" aria-labelledby="changes">
        <h2 id="changes" className="text-lg font-bold">
          {say('finance.ledger.changes')}
        </h2>
        {adjustments.length === 0 ? (
          <Card>
            <p className="text-quiet">{say('finance.ledger.noChanges')}</p>
          </Card>
        ) : (
          <LedgerChanges list={adjustments} zone={page.zone} />
        )}
      </section>
      <Statement
        page={page}
        filters={filters}
        pathOf={(query) => consolePaths.balance(id, query)}
        fileOf={(query) => fileAddress('consoleBillExport', { id, ...query })}
        orderOf={consolePaths.order}
      />
    </div>
  );
}

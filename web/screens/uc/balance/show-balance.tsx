// Deposit and credit line of a distributor (§2 uc balance): figures, top-ups, the warning level, and every transaction with filters
// in the address and as a file.

import { IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { data, useNavigate, useRevalidator, useSearchParams } from 'react-router';
import { fileAddress } from '../../../../contract/file-address.ts';
import type { OutputOf } from '../../../../contract/index.ts';
import { paths } from '../../../../domain/paths.ts';
import { RechargeStatus } from '../../../../domain/payment-status.ts';
import { load } from '../../../load.ts';
import { AskForPassword } from '../../../parts/account/ask-for-password.tsx';
import { mayReadBalance } from '../../../parts/account/list-pages.ts';
import { BalanceFigures } from '../../../parts/balance/figures.tsx';
import { readFilters, readPage, type StatementFilters } from '../../../parts/balance/read-filters.ts';
import { Statement } from '../../../parts/balance/statement.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useAppArrival } from '../../../parts/payment/use-app-arrival.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/show-balance';
import { OpenTransfers } from './open-transfers.tsx';
import type { ArrivedToTopUp } from './pay-inside.tsx';
import { RechargeDialog } from './recharge-dialog.tsx';
import { useRechargeResult } from './use-recharge-result.ts';
import { WarningCard } from './warning-form.tsx';

export async function loader({ request }: Route.LoaderArgs) {
  const user = await load('getUserInfo', {});
  if (!mayReadBalance(user)) throw data({ missing: true }, { status: 404 });
  const params = new URL(request.url).searchParams;
  const filters = readFilters(params);
  if (!user.verAuthFlag) return { user, filters, bill: null };
  return { user, filters, bill: await load('bill', { ...filters, page: readPage(params) }) };
}

export default function ShowBalance({ loaderData: { user, filters, bill } }: Route.ComponentProps) {
  const { say } = useWords();
  return (
    <div className="mx-auto grid max-w-5xl gap-5 py-6 lg:py-8">
      <PageHeading text={say('payment.balance.title')} />
      {bill ? <Balance bill={bill} filters={filters} /> : <AskForPassword user={user} />}
    </div>
  );
}

function Balance({ bill, filters }: { bill: OutputOf<'bill'>; filters: StatementFilters }) {
  const { say } = useWords();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [open, setOpen] = useState(false);
  const [arrived, setArrived] = useState<ArrivedToTopUp>();
  const topUp = Number(params.get('topUp')) || 0;
  useAppArrival(paths.balance(), (entry) => setArrived({ amountMinor: topUp, entry }));
  const close = () => {
    setArrived(undefined);
    setOpen(false);
  };
  const { figures, main, transfers, ...page } = bill;
  const recharge = params.get('recharge') ?? '';
  return (
    <>
      {main && recharge && <RechargeOutcome key={recharge} rechargeNo={recharge} />}
      <BalanceFigures
        figures={figures}
        action={
          main && (
            <div className="mt-2">
              <Button onClick={() => setOpen(true)}>
                <IconPlus aria-hidden="true" className="size-5" />
                {say('payment.balance.recharge')}
              </Button>
            </div>
          )
        }
      />
      <OpenTransfers list={transfers} />
      <Statement
        page={page}
        filters={filters}
        pathOf={paths.balance}
        fileOf={(query) => fileAddress('billExport', query)}
        orderOf={paths.order}
      />
      <WarningCard figures={figures} main={main} />
      <RechargeDialog
        open={open || (main && arrived !== undefined)}
        currency={figures.currency}
        arrived={arrived}
        onAnew={() => {
          setArrived(undefined);
          setOpen(true);
        }}
        onClose={close}
        onDone={(rechargeNo) => {
          close();
          void navigate(paths.balance({ ...filters, recharge: rechargeNo }));
        }}
      />
    </>
  );
}

/** The result of the top-up that the address names: the channel's page returns here. */
function RechargeOutcome({ rechargeNo }: { rechargeNo: string }) {
  const { say, money } = useWords();
  const { revalidate } = useRevalidator();
  const result = useRechargeResult(rechargeNo, true);
  const status = result?.status;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the money is here
  useEffect(() => {
    if (status === RechargeStatus.received) void revalidate();
  }, [status]);
  if (!result) return null;
  if (status === RechargeStatus.received)
    return <Notice tone="good" title={say('payment.balance.rechargeDone', { amount: money(result.amount) })} />;
  if (status === RechargeStatus.failed)
    return (
      <Notice tone="bad" title={say('payment.pay.failed')}>
        {say('payment.pay.failedHint')}
      </Notice>
    );
  return <Notice tone="info" title={say('payment.balance.rechargeWaits')} />;
}

// A sub-account, edited by its main account (§2 uc account user): profile, and who sees its orders.
import { IconArrowLeft } from '@tabler/icons-react';
import { data, Link } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { load } from '../../load.ts';
import { AccountStatusBadge } from '../../parts/account/account-status-badge.tsx';
import { AskForPassword } from '../../parts/account/ask-for-password.tsx';
import { FillProfile } from '../../parts/account/fill-profile.tsx';
import { mayKeepSubAccounts } from '../../parts/account/list-pages.ts';
import { PageTitle } from '../../parts/page/page-title.tsx';
import { useWords } from '../../parts/use-words.ts';
import type { Route } from './+types/edit-sub-account';

export async function loader({ params }: Route.LoaderArgs) {
  const user = await load('getUserInfo', {});
  if (!mayKeepSubAccounts(user) || !/^\d{1,18}$/.test(params.userId)) throw data({ missing: true }, { status: 404 });
  if (!user.verAuthFlag) return { user, account: null, region: undefined };
  const account = await load('childAccountInfo', { userNo: params.userId });
  const cities = account.region ? (await load('searchRegion', { code: account.region })).list : [];
  return { user, account, region: cities[0] };
}

export default function EditSubAccount({ loaderData: { user, account, region } }: Route.ComponentProps) {
  const { say } = useWords();
  return (
    <div className="mx-auto grid max-w-3xl gap-4 py-6 lg:py-8">
      <PageTitle text={account?.name || say('account.centre.subAccounts')} />
      <header>
        <Link to={paths.subAccounts()} className="inline-flex min-h-11 items-center gap-1 text-brand hover:underline">
          <IconArrowLeft aria-hidden="true" className="size-5" />
          {say('account.centre.subAccounts')}
        </Link>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-2xl font-bold break-words">
            {account ? account.name || account.username : say('account.centre.subAccounts')}
          </h1>
          {account && <AccountStatusBadge status={account.status} />}
        </div>
      </header>
      {account ? (
        <FillProfile key={account.userNo} account={account} region={region} ofCompany withVisibility />
      ) : (
        <AskForPassword user={user} />
      )}
    </div>
  );
}

// The user's profile (§2 uc account profile): name, contacts, city with its time zone.
import { load } from '../../load.ts';
import { AskForPassword } from '../../parts/account/ask-for-password.tsx';
import { FillProfile } from '../../parts/account/fill-profile.tsx';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords } from '../../parts/use-words.ts';
import type { Route } from './+types/edit-profile';

export async function loader() {
  const user = await load('getUserInfo', {});
  if (!user.verAuthFlag) return { user, account: null, region: undefined };
  const account = await load('childAccountInfo', { userNo: user.userNo });
  const cities = account.region ? (await load('searchRegion', { code: account.region })).list : [];
  return { user, account, region: cities[0] };
}

export default function EditProfile({ loaderData: { user, account, region } }: Route.ComponentProps) {
  const { say } = useWords();
  return (
    <div className="mx-auto grid max-w-3xl gap-4 py-6 lg:py-8">
      <PageHeading text={say('account.centre.profile')} />
      {account ? (
        <FillProfile account={account} region={region} ofCompany={user.kind === 'main' || user.kind === 'sub'} />
      ) : (
        <AskForPassword user={user} />
      )}
    </div>
  );
}

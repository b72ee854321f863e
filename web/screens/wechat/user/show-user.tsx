// The account in the mobile group (§2 wechat/user): name, partner, language and currency, the link to WeChat, and links to
// its pages. A visitor signed in by an e-mailed code sees what applies to them.
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { languageNames } from '../../../../domain/languages.ts';
import { paths } from '../../../../domain/paths.ts';
import { send } from '../../../call.ts';
import { load } from '../../../load.ts';
import { AskForPassword } from '../../../parts/account/ask-for-password.tsx';
import { forgetPerson } from '../../../parts/account/forget-person.ts';
import { isOfPartner, type User } from '../../../parts/account/list-pages.ts';
import { PageTitle } from '../../../parts/page/page-title.tsx';
import { useTask } from '../../../parts/use-task.ts';
import { useWords } from '../../../parts/use-words.ts';
import { useRoot } from '../../../root-data.ts';
import { Button } from '../../../ui/button.tsx';
import { FactGrid } from '../../../ui/fact-grid.tsx';
import { Badge, Card, Notice } from '../../../ui/pieces.tsx';
import { ShowLink } from './show-link.tsx';

/** §2: accounts opened by a code alone may have no user centre. */
export async function loader() {
  const [user, setting] = await Promise.all([load('getUserInfo', {}), load('globalSetting', {})]);
  const centre = user.verAuthFlag || !(user.verLoginFlag && setting.omitVerCodeType === 1);
  return { user, centre, link: user.verAuthFlag ? await load('wechatLinked', {}) : null };
}

type Props = { loaderData: Awaited<ReturnType<typeof loader>> };

export default function ShowUser({ loaderData: { user, centre, link } }: Props) {
  const { say } = useWords();
  const { language, currency } = useRoot();
  return (
    <div className="grid gap-4">
      <PageTitle text={say('site.bar.account')} />
      <h1 className="text-2xl font-bold break-words">
        {say('account.centre.hello', { name: user.nickName || user.name })}
      </h1>
      <Person user={user} />
      <p className="text-sm text-quiet">{say('wechat.shown', { language: languageNames[language], currency })}</p>
      {link?.offered && <ShowLink link={link} user={user} />}
      {!link && centre && (
        <AskForPassword
          user={user}
          title={say('account.centre.codeSession')}
          text={say('account.centre.codeSessionHint')}
        />
      )}
      <Pages user={user} />
      <SignOut />
    </div>
  );
}

function Person({ user }: { user: User }) {
  const { say } = useWords();
  const facts = [
    [say('account.detail.name'), user.name],
    [say('account.detail.email'), user.email],
    ...(isOfPartner(user) ? [[say('account.detail.companyName'), user.partnerName] as const] : []),
  ] as const;
  return (
    <Card>
      <Badge tone="brand">{say(`account.centre.kind.${user.kind}`)}</Badge>
      <FactGrid className="mt-3 gap-2" look="font-medium break-words" facts={facts} />
    </Card>
  );
}

function Pages({ user }: { user: User }) {
  const { say } = useWords();
  const pages = [
    [paths.mobileOrders(), say('site.header.orders')],
    ...(user.verAuthFlag && isOfPartner(user)
      ? [
          [paths.partner(), say('account.centre.partner')],
          [paths.balance(), say('payment.balance.title')],
        ]
      : []),
    [paths.mobileAgreements(), say('site.agreement.title')],
  ] as [string, string][];
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface">
      {pages.map(([to, label]) => (
        <li key={to}>
          <Link
            to={to}
            className="flex min-h-12 items-center justify-between gap-3 px-4 font-medium hover:text-brand sm:px-6"
          >
            {label}
            <IconChevronRight aria-hidden="true" className="size-5 shrink-0 text-quiet" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function SignOut() {
  const { say } = useWords();
  const { busy, problem, run } = useTask();
  const leave = async () => {
    await send('logout', {});
    forgetPerson();
    location.assign(paths.mobileLogin());
  };
  return (
    <>
      {problem && <Notice tone="bad" title={problem} />}
      <Button variant="outline" size="lg" busy={busy} onClick={() => run(leave, { leaves: true })}>
        {say('account.centre.signOut')}
      </Button>
    </>
  );
}

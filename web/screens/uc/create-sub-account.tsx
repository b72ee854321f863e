// A new sub-account (§2 uc account store): the main account sets its username, password, and who sees its orders.
import { IconArrowLeft } from '@tabler/icons-react';
import { data, Link, useNavigate } from 'react-router';
import { subAccountForm } from '../../../domain/account-forms.ts';
import { paths } from '../../../domain/paths.ts';
import { send } from '../../call.ts';
import { load } from '../../load.ts';
import { AskForPassword } from '../../parts/account/ask-for-password.tsx';
import { ChooseVisibility, visibilityOf } from '../../parts/account/choose-visibility.tsx';
import { judgePassword, NewPasswordFields, newPasswordRules } from '../../parts/account/fill-password.tsx';
import { FormEnd } from '../../parts/account/form-end.tsx';
import { mayKeepSubAccounts } from '../../parts/account/list-pages.ts';
import { GuardForm } from '../../parts/form/guard-form.tsx';
import { RuledField } from '../../parts/form/ruled-field.tsx';
import { useForm } from '../../parts/form/use-form.ts';
import { PageTitle } from '../../parts/page/page-title.tsx';
import { useWords } from '../../parts/use-words.ts';
import { useRoot } from '../../root-data.ts';
import { Card } from '../../ui/pieces.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import type { Route } from './+types/create-sub-account';

const rules = { ...subAccountForm, ...newPasswordRules };
const empty = { ...Object.fromEntries(Object.keys(rules).map((field) => [field, ''])), orderVisibility: '1' };

export async function loader() {
  const user = await load('getUserInfo', {});
  if (!mayKeepSubAccounts(user)) throw data({ missing: true }, { status: 404 });
  return user;
}

export default function CreateSubAccount({ loaderData: user }: Route.ComponentProps) {
  const { say } = useWords();
  return (
    <div className="mx-auto grid max-w-3xl gap-4 py-6 lg:py-8">
      <PageTitle text={say('account.centre.newSubAccount')} />
      <header>
        <Link to={paths.subAccounts()} className="inline-flex min-h-11 items-center gap-1 text-brand hover:underline">
          <IconArrowLeft aria-hidden="true" className="size-5" />
          {say('account.centre.subAccounts')}
        </Link>
        <h1 className="text-2xl font-bold">{say('account.centre.newSubAccount')}</h1>
        <p className="text-quiet">{say('account.centre.newSubAccountHint')}</p>
      </header>
      {user.verAuthFlag ? <CreateForm company={user.partnerName} /> : <AskForPassword user={user} />}
    </div>
  );
}

function CreateForm({ company }: { company: string }) {
  const words = useWords();
  const { site } = useRoot();
  const { say } = words;
  const navigate = useNavigate();
  const form = useForm(empty, rules);
  const create = form.submit(async () => {
    const { username = '', email = '', name = '', nickName = '', department, areaCode, mobile } = form.values;
    await send('createChildAccount', {
      username,
      email,
      name,
      nickName,
      department,
      areaCode,
      mobile,
      ...judgePassword(form.values, words, [site?.title ?? '', company, username, email, name, nickName]),
      orderVisibility: visibilityOf(form),
    });
    await navigate(paths.subAccounts(), { state: { created: name } });
  });
  return (
    <form method="post" ref={form.ref} onSubmit={create} noValidate className="grid gap-4">
      <GuardForm form={form} />
      <TitledCard title={say('account.centre.toSignIn')}>
        <div className="grid gap-4 sm:grid-cols-2">
          <RuledField form={form} name="username" autoComplete="off" hint={say('ui.field.usernameRule')} />
          <RuledField form={form} name="email" autoComplete="off" />
          <NewPasswordFields form={form} />
        </div>
      </TitledCard>
      <TitledCard title={say('account.centre.aboutPerson')}>
        <div className="grid gap-4 sm:grid-cols-2">
          {['name', 'nickName', 'department', 'areaCode', 'mobile'].map((field) => (
            <RuledField key={field} form={form} name={field} autoComplete="off" />
          ))}
        </div>
      </TitledCard>
      <Card>
        <ChooseVisibility form={form} />
      </Card>
      <FormEnd form={form} act={say('account.centre.createSubAccount')} back={paths.subAccounts()} />
    </form>
  );
}

// Changing the password (§2 uc reset): the current one is required; all other devices are signed out (security rule 45).
import { useState } from 'react';
import type { OutputOf } from '../../../contract/index.ts';
import type { FormRules } from '../../../domain/account-forms.ts';
import { paths } from '../../../domain/paths.ts';
import { send } from '../../call.ts';
import { load } from '../../load.ts';
import { AskForPassword } from '../../parts/account/ask-for-password.tsx';
import { judgePassword, NewPasswordForm, newPasswordRules, typedPassword } from '../../parts/account/fill-password.tsx';
import { RuledField } from '../../parts/form/ruled-field.tsx';
import { useForm } from '../../parts/form/use-form.ts';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords } from '../../parts/use-words.ts';
import { useRoot } from '../../root-data.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card, Notice } from '../../ui/pieces.tsx';
import type { Route } from './+types/change-password';

const rules: FormRules = { current: typedPassword, ...newPasswordRules };
const empty = { current: '', password: '', confirmation: '' };

export const loader = () => load('getUserInfo', {});

export default function ChangePassword({ loaderData: user }: Route.ComponentProps) {
  const { say } = useWords();
  const [changes, setChanges] = useState(0);
  return (
    <div className="mx-auto grid max-w-md gap-4 py-6 lg:py-8">
      <PageHeading text={say('account.centre.changePassword')} />
      {changes > 0 && (
        <Notice tone="good" title={say('account.centre.passwordChanged')}>
          {say('account.centre.passwordChangedHint')}
        </Notice>
      )}
      {!user.passwordSet ? (
        <Notice tone="info" title={say('account.centre.noPasswordYet')}>
          <LinkButton to={paths.setPassword()} className="mt-3">
            {say('account.login.setPassword')}
          </LinkButton>
        </Notice>
      ) : user.verAuthFlag ? (
        <ChangeForm key={changes} user={user} onDone={() => setChanges(changes + 1)} />
      ) : (
        <AskForPassword user={user} />
      )}
    </div>
  );
}

type ChangeFormProps = { user: OutputOf<'getUserInfo'>; onDone(): void };

/** A hidden field has the account, so that password managers know whose password changes. */
function ChangeForm({ user, onDone }: ChangeFormProps) {
  const words = useWords();
  const { site } = useRoot();
  const { say } = words;
  const form = useForm(empty, rules);
  const save = form.submit(async () => {
    const typed = judgePassword(form.values, words, [
      site?.title ?? '',
      user.email,
      user.username,
      user.name,
      user.partnerName,
    ]);
    await send('changePassword', { current: form.values.current ?? '', ...typed });
    onDone();
  });
  return (
    <Card>
      <NewPasswordForm form={form} act={say('account.centre.changePassword')} onSubmit={save}>
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <RuledField form={form} name="current" type="password" autoComplete="current-password" />
      </NewPasswordForm>
    </Card>
  );
}

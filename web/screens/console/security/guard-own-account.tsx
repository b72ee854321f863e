// Security of a staff member's own account (§5 passwords, rules §10): a new password and the second factor.

import { useState } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import { checkNewPassword } from '../../../../domain/account-forms.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { refusals } from '../../../../domain/errors.ts';
import { CallRefused, send } from '../../../call.ts';
import { load } from '../../../load.ts';
import { NewPasswordFields } from '../../../parts/account/fill-password.tsx';
import { RuledField } from '../../../parts/form/ruled-field.tsx';
import { useForm } from '../../../parts/form/use-form.ts';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { useRoot } from '../../../root-data.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/guard-own-account';
import { SecondFactor } from './second-factor.tsx';

export const loader = () => load('consoleMe', {});

export default function GuardOwnAccount({ loaderData: me }: Route.ComponentProps) {
  const { say } = useWords();
  return (
    <>
      <PageHeading text={say('staff.security')} />
      <p className="mb-4 break-words text-quiet">
        {me.name} · {me.email}
      </p>
      {me.duty && (
        <div className="mb-4 max-w-4xl">
          <Notice tone="warn" title={say(`staff.${dutyWords[me.duty]}`)}>
            {say(`staff.${dutyWords[me.duty]}Text`)}
          </Notice>
        </div>
      )}
      <div className="grid max-w-4xl items-start gap-4 lg:grid-cols-2">
        {me.duty !== 'secondFactor' && <ChangePassword me={me} />}
        {me.duty !== 'newPassword' && <SecondFactor on={me.secondFactor} onDone={me.duty ? leave : undefined} />}
      </div>
    </>
  );
}

const dutyWords = { newPassword: 'dutyPassword', secondFactor: 'dutyFactor' } as const;

/** To the start page, which redirects here while another duty is left. */
const leave = () => location.assign(consolePaths.start());

const empty = { current: '', password: '', confirmation: '' };

function ChangePassword({ me }: { me: OutputOf<'consoleMe'> }) {
  const { say } = useWords();
  const { site } = useRoot();
  const form = useForm(empty, {});
  const [changed, setChanged] = useState(false);
  const change = async () => {
    setChanged(false);
    const { current = '', password = '', confirmation = '' } = form.values;
    const problems = checkNewPassword(password, confirmation, [site?.title ?? '', me.name, me.email]);
    if (!current) problems.current = { problem: 'required' };
    const fields = Object.entries(problems).map(([name, { problem }]) => [name, say(`ui.field.${problem}`)]);
    if (fields.length) throw new CallRefused(refusals.invalidInput, '', { fields: Object.fromEntries(fields) });
    await send('consolePassword', { current, password, confirmation });
    if (me.duty) return leave();
    for (const name of Object.keys(empty)) form.set(name, '');
    setChanged(true);
  };
  return (
    <Card>
      <form method="post" ref={form.ref} onSubmit={form.submit(change)} noValidate className="grid gap-4">
        <h2 className="text-lg font-bold">{say('staff.passwordChange')}</h2>
        {changed && <Notice tone="good" title={say('staff.passwordChanged')} />}
        {form.problem && <Notice tone="bad" title={form.problem} />}
        {/* Shows password managers which account this password belongs to. */}
        <input type="text" name="username" autoComplete="username" value={me.email} readOnly hidden />
        <RuledField form={form} name="current" type="password" autoComplete="current-password" required />
        <NewPasswordFields form={form} />
        <Button type="submit" className="justify-self-start" busy={form.busy}>
          {say('staff.passwordChange')}
        </Button>
      </form>
    </Card>
  );
}

// The profile of an account (§5): the user's, or a sub-account's with the visibility of its orders. E-mail and username cannot be changed.
import { type ReactNode, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { profileForm } from '../../../domain/account-forms.ts';
import { send } from '../../call.ts';
import { Button } from '../../ui/button.tsx';
import { FactGrid } from '../../ui/fact-grid.tsx';
import { Card, Notice } from '../../ui/pieces.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import { GuardForm } from '../form/guard-form.tsx';
import { RuledField } from '../form/ruled-field.tsx';
import { type Form, useForm } from '../form/use-form.ts';
import { type City, PickCity } from '../places/pick-city.tsx';
import { useWords } from '../use-words.ts';
import { ChooseVisibility, visibilityOf } from './choose-visibility.tsx';
import { FreshForm } from './form-end.tsx';
import { FormProblem } from './form-problem.tsx';

type Account = OutputOf<'childAccountInfo'>;

const fields = [
  'name',
  'nickName',
  'department',
  'areaCode',
  'mobile',
  'landline',
  'wechat',
  'qq',
  'line',
  'viber',
  'whatsapp',
  'commonAddress',
  'region',
] as const;

/** `ofCompany`: with the department, which members and guests have none of. */
type FillProfileProps = { account: Account; region: City | undefined; ofCompany: boolean; withVisibility?: boolean };

export function FillProfile(props: FillProfileProps) {
  return <FreshForm>{(reload) => <ProfileForm {...props} onReload={reload} />}</FreshForm>;
}

function ProfileForm({
  account,
  region,
  ofCompany,
  withVisibility,
  onReload,
}: FillProfileProps & { onReload(): void }) {
  const { say } = useWords();
  const { revalidate } = useRevalidator();
  const [saved, setSaved] = useState(false);
  const form = useForm(
    {
      ...Object.fromEntries(fields.map((field) => [field, account[field]])),
      orderVisibility: String(account.orderVisibility),
    },
    profileForm,
  );
  const save = form.submit(async () => {
    setSaved(false);
    const typed = Object.fromEntries(fields.map((field) => [field, form.values[field] ?? '']));
    await send('updateUser', {
      ...(typed as Record<(typeof fields)[number], string>),
      userNo: account.userNo,
      revision: account.revision,
      ...(withVisibility ? { orderVisibility: visibilityOf(form) } : {}),
    });
    await revalidate();
    setSaved(true);
  });
  return (
    <form method="post" ref={form.ref} onSubmit={save} noValidate className="grid gap-4">
      <GuardForm key={account.revision} form={form} />
      <Fixed account={account} />
      <Group title={say('account.centre.aboutPerson')}>
        <RuledField form={form} name="name" autoComplete={withVisibility ? 'off' : 'name'} />
        <RuledField form={form} name="nickName" autoComplete="off" />
        {ofCompany && <RuledField form={form} name="department" autoComplete="off" />}
        <ChooseRegion form={form} region={region} zone={account.zone} />
      </Group>
      <Group title={say('account.centre.reachPerson')}>
        {['areaCode', 'mobile', 'landline', 'wechat', 'qq', 'line', 'viber', 'whatsapp'].map((field) => (
          <RuledField key={field} form={form} name={field} autoComplete="off" />
        ))}
        <RuledField wide form={form} name="commonAddress" autoComplete={withVisibility ? 'off' : 'street-address'} />
      </Group>
      {withVisibility && (
        <Card>
          <ChooseVisibility form={form} />
        </Card>
      )}
      <FormProblem form={form} onReload={onReload} />
      {saved && !form.problem && !form.busy && <Notice tone="good" title={say('account.centre.saved')} />}
      <Button type="submit" size="lg" busy={form.busy} className="sm:justify-self-start">
        {say('account.centre.save')}
      </Button>
    </form>
  );
}

function Fixed({ account }: { account: Account }) {
  const { say } = useWords();
  return (
    <Card>
      <FactGrid
        className="gap-3 sm:grid-cols-2"
        look="font-medium break-words"
        facts={(['email', 'username'] as const).map((item) => [say(`account.detail.${item}`), account[item] || '–'])}
      />
      <p className="mt-3 text-sm text-quiet">{say('account.centre.fixed')}</p>
    </Card>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <TitledCard title={title}>
      <div className="grid gap-4 sm:grid-cols-2">{children}</div>
    </TitledCard>
  );
}

/** Any city of the owner or of the world; a city that no longer exists is shown by its zone. */
function ChooseRegion({ form, region, zone }: { form: Form; region: City | undefined; zone: string }) {
  const { say, zone: nameOf } = useWords();
  const [picked, setPicked] = useState(region);
  const value = form.values.region ?? '';
  const known = value && picked?.code === value ? picked : undefined;
  return (
    <PickCity
      label={say('account.detail.region')}
      path="region"
      value={value}
      name={known?.name ?? (value && (zone || value))}
      hint={known ? `${known.countryName} · ${nameOf(known.zone)}` : say('account.centre.regionHint')}
      error={form.errors.region}
      onPick={(city) => {
        setPicked(city);
        form.set('region', city?.code ?? '');
      }}
    />
  );
}

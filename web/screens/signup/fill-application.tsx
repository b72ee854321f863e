// The second step of signing up (§1 registrants, §2 signup, §5): the form of a member or a distributor. Typed values
// survive reload and back for an hour; passwords and consent must be given again.
import { useEffect, useState } from 'react';
import { Link, redirect, useNavigate } from 'react-router';
import { signUpForms } from '../../../domain/account-forms.ts';
import { paths } from '../../../domain/paths.ts';
import { send, visitor } from '../../call.ts';
import { judgePassword, newPasswordRules } from '../../parts/account/fill-password.tsx';
import { pictureRules, rememberMail, SignUpSteps, usePicture } from '../../parts/account/sign-up-steps.tsx';
import { stepBack } from '../../parts/account/step-back.ts';
import { CallProblem } from '../../parts/call-problem.tsx';
import { RuledField } from '../../parts/form/ruled-field.tsx';
import { type Form, useForm } from '../../parts/form/use-form.ts';
import { useLocalCountry } from '../../parts/form/use-local-country.ts';
import { PageTitle } from '../../parts/page/page-title.tsx';
import { useWords } from '../../parts/use-words.ts';
import { useRoot } from '../../root-data.ts';
import { browserNow } from '../../ui/browser-now.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { Card } from '../../ui/pieces.tsx';
import type { Route } from './+types/fill-application';

type Registrant = keyof typeof signUpForms;

export function loader({ request }: Route.LoaderArgs): { registrant: Registrant } {
  if (visitor().signedIn) throw redirect(stepBack(request));
  const { pathname, searchParams } = new URL(request.url);
  const as = searchParams.get('as');
  if (pathname.includes(paths.signUpAsCompany())) return { registrant: 'corporate' };
  return { registrant: as === 'individual' ? as : 'personal' };
}

export default function FillApplication({ loaderData: { registrant } }: Route.ComponentProps) {
  const { say } = useWords();
  return (
    <div className="mx-auto max-w-3xl py-8">
      <PageTitle text={`${say('account.signup.title')} · ${say(`account.signup.${registrant}`)}`} />
      <SignUpSteps step={2} />
      <h1 className="text-2xl font-bold">{say(`account.signup.${registrant}`)}</h1>
      <p className="mt-1 mb-5 text-quiet">
        {say(`account.signup.${registrant}Text`)}{' '}
        <Link to={paths.signUp()} className="font-semibold text-brand hover:underline">
          {say('account.signup.otherKind')}
        </Link>
      </p>
      <Application key={registrant} registrant={registrant} />
    </div>
  );
}

const storedMilliseconds = 3_600_000;
const neverStored = new Set(['password', 'confirmation', 'agreed', 'imageCode', 'imageTicket']);

function useStoredForm(form: Form, key: string) {
  const [restored, setRestored] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per form, when the page is in the browser
  useEffect(() => {
    try {
      const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as {
        at: number;
        values: Record<string, string>;
      } | null;
      if (stored && browserNow() - stored.at < storedMilliseconds)
        for (const [field, value] of Object.entries(stored.values)) if (value) form.set(field, value);
    } catch {
      sessionStorage.removeItem(key);
    }
    setRestored(true);
  }, [key]);
  useEffect(() => {
    if (!restored) return;
    const values = Object.fromEntries(Object.entries(form.values).filter(([field]) => !neverStored.has(field)));
    sessionStorage.setItem(key, JSON.stringify({ at: browserNow(), values }));
  }, [restored, key, form.values]);
}

function useApplication(registrant: Registrant) {
  const words = useWords();
  const navigate = useNavigate();
  const { site } = useRoot();
  const rules = signUpForms[registrant];
  const form = useForm(
    {},
    { ...rules, ...newPasswordRules, ...pictureRules, agreed: { kind: 'text', max: 3, required: true } },
  );
  const picture = usePicture(form);
  useStoredForm(form, `signup-${registrant}`);
  const typed = (field: string) => form.values[field] ?? '';
  const submit = form.submit(async () => {
    judgePassword(form.values, words, [site?.title ?? '', typed('email'), typed('name'), typed('companyName')]);
    const { resendAfterSeconds } = await picture.attempt((answer) =>
      send('register', {
        ...Object.fromEntries(Object.keys(rules).map((field) => [field, typed(field)])),
        registrant,
        email: typed('email'),
        name: typed('name'),
        password: typed('password'),
        confirmation: typed('confirmation'),
        agreed: typed('agreed') === 'yes',
        ...answer,
      }),
    );
    rememberMail('signup', typed('email').trim(), resendAfterSeconds);
    await navigate(paths.signUpMail());
  });
  return { form, picture, submit };
}

function Application({ registrant }: { registrant: Registrant }) {
  const { say } = useWords();
  const { form, picture, submit } = useApplication(registrant);
  return (
    <form method="post" ref={form.ref} onSubmit={submit} noValidate className="grid gap-4">
      <AccountGroup form={form} />
      <PersonGroup form={form} />
      {registrant !== 'individual' && (
        <>
          <PlaceGroup form={form} corporate={registrant === 'corporate'} />
          <ContactGroup form={form} who="order" />
          <ContactGroup form={form} who="business" />
          <ContactGroup form={form} who="settlement" />
        </>
      )}
      <Card className="grid gap-4">
        <Consent form={form} />
        <div className="max-w-sm">{picture.field}</div>
        {form.problem && (
          <CallProblem code={form.code} title={say('ui.problem.notSubmitted')}>
            {form.problem}
          </CallProblem>
        )}
        <Button type="submit" size="lg" busy={form.busy} disabled={!picture.ready}>
          {say('account.signup.submit')}
        </Button>
      </Card>
    </form>
  );
}

function Consent({ form }: { form: Form }) {
  const { say } = useWords();
  return (
    <div>
      <Checkbox
        name="agreed"
        required
        label={say('account.signup.agree')}
        checked={form.values.agreed === 'yes'}
        error={form.errors.agreed && say('ui.field.agree')}
        onValue={(on) => form.set('agreed', on ? 'yes' : '')}
      />
      <a
        href={paths.agreement('registration')}
        target="_blank"
        rel="noreferrer"
        className="ml-8 inline-flex min-h-11 items-center text-sm font-semibold text-brand hover:underline"
      >
        {say('account.signup.readAgreement')}
      </a>
    </div>
  );
}

type GroupProps = { title: string; hint?: string; side?: React.ReactNode; children: React.ReactNode };

function Group({ title, hint, side, children }: GroupProps) {
  return (
    <Card aria-label={title}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg font-semibold">
          {title}
          {hint && <span className="ml-2 text-sm font-normal text-quiet">{hint}</span>}
        </h2>
        {side}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">{children}</div>
    </Card>
  );
}

function AccountGroup({ form }: { form: Form }) {
  const { say } = useWords();
  return (
    <Group title={say('account.signup.accountPart')}>
      <RuledField wide form={form} name="email" autoComplete="email" />
      <RuledField
        form={form}
        name="password"
        type="password"
        required
        autoComplete="new-password"
        hint={say('ui.field.passwordHint')}
      />
      <RuledField form={form} name="confirmation" type="password" required autoComplete="new-password" />
    </Group>
  );
}

function PersonGroup({ form }: { form: Form }) {
  const { say } = useWords();
  useLocalCountry(!form.values.areaCode && !form.values.mobile, (country, areaCode) => {
    form.set('areaCode', areaCode);
    if ('country' in form.rules && !form.values.country) form.set('country', country);
  });
  return (
    <Group title={say('account.signup.personPart')}>
      <RuledField wide form={form} name="name" autoComplete="name" />
      <RuledField form={form} name="areaCode" autoComplete="tel-country-code" />
      <RuledField form={form} name="mobile" autoComplete="tel-national" />
      <RuledField form={form} name="wechat" autoComplete="off" />
      <RuledField form={form} name="line" autoComplete="off" />
      <RuledField form={form} name="whatsapp" autoComplete="off" />
    </Group>
  );
}

function PlaceGroup({ form, corporate }: { form: Form; corporate: boolean }) {
  const { say } = useWords();
  return (
    <Group title={say(corporate ? 'account.signup.companyPart' : 'account.signup.placePart')}>
      {corporate && <RuledField wide form={form} name="companyName" autoComplete="organization" />}
      <RuledField form={form} name="country" autoComplete="country" />
      <RuledField form={form} name="city" autoComplete="address-level2" />
      <RuledField wide form={form} name="address" autoComplete="street-address" />
    </Group>
  );
}

/** The applicant's own details in the order of a contact's. */
const ownFields = ['name', 'email', 'areaCode', 'mobile'];

/** Contacts for orders, for business and for money; only the first is required, and often it is the applicant. */
function ContactGroup({ form, who }: { form: Form; who: 'order' | 'business' | 'settlement' }) {
  const { say } = useWords();
  const fields = ['Name', 'Email', 'AreaCode', 'Phone'];
  const autoComplete = ['name', 'email', 'tel-country-code', 'tel-national'];
  const sources = who === 'order' ? ownFields : fields.map((field) => `orderContact${field}`);
  const copy = () => {
    for (const [at, field] of fields.entries()) form.set(`${who}Contact${field}`, form.values[sources[at] ?? ''] ?? '');
  };
  return (
    <Group
      title={say(`account.detail.${who}Contact`)}
      hint={who === 'order' ? undefined : say('account.signup.optional')}
      side={
        <Button variant="quiet" size="sm" className="whitespace-normal!" onClick={copy}>
          {say(who === 'order' ? 'account.signup.sameAsOwn' : 'account.signup.sameAsOrder')}
        </Button>
      }
    >
      {fields.map((field, at) => (
        <RuledField
          key={field}
          form={form}
          name={`${who}Contact${field}`}
          autoComplete={`section-${who} ${autoComplete[at]}`}
        />
      ))}
    </Group>
  );
}

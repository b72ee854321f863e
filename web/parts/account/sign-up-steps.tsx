// Shared by the pages of signing up and of mailed links (§1 registrants, §2 signup and login): the steps, the image
// code in a form, and requesting a mail.
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { FormRules } from '../../../domain/account-forms.ts';
import { refusals } from '../../../domain/errors.ts';
import { CallRefused } from '../../call.ts';
import { browserNow } from '../../ui/browser-now.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { CallProblem } from '../call-problem.tsx';
import { RuledField } from '../form/ruled-field.tsx';
import { type Form, useForm } from '../form/use-form.ts';
import { StepList } from '../page/step-list.tsx';
import { useWords } from '../use-words.ts';
import { ImageCode, useFlow } from './image-code.tsx';

export function SignUpSteps({ step }: { step: 1 | 2 | 3 | 4 }) {
  const { say } = useWords();
  const names = [1, 2, 3, 4].map((number) => say(`account.signup.step${number}`));
  return <StepList label={say('account.signup.steps')} step={step} names={names} className="mb-6" />;
}

export const pictureRules: FormRules = { imageCode: { kind: 'text', max: 4, required: true } };

type PictureAnswer = { flow: string; imageTicket: string; imageCode: string };

type PictureField = {
  field: ReactNode;
  ready: boolean;
  /** Calls with the image code. After a refusal there is a new picture; a wrong code is shown under the field. */
  attempt<Answer>(call: (picture: PictureAnswer) => Promise<Answer>): Promise<Answer>;
};

/** The image code as a field of a form with rules (security rule 43). */
export function usePicture(form: Form): PictureField {
  const flow = useFlow();
  const [round, setRound] = useState(0);
  const { imageCode = '', imageTicket = '' } = form.values;
  return {
    ready: flow !== '',
    field: flow && (
      <ImageCode
        flow={flow}
        round={round}
        value={imageCode}
        error={form.errors.imageCode}
        onChange={(answer) => {
          form.set('imageTicket', answer.imageTicket);
          form.set('imageCode', answer.imageCode);
        }}
      />
    ),
    async attempt(call) {
      try {
        return await call({ flow, imageTicket, imageCode });
      } catch (error) {
        setRound((known) => known + 1);
        form.set('imageCode', '');
        if (error instanceof CallRefused && asksForPicture(error.code) && !error.fields.imageCode)
          throw new CallRefused(error.code, error.msg, { fields: { ...error.fields, imageCode: error.msg } });
        throw error;
      }
    },
  };
}

/** The refusals that require a new picture and its code. */
export function asksForPicture(code: number): boolean {
  return code === refusals.imageCodeNeeded || code === refusals.wrongCode;
}

export type MailKind = 'signup' | 'reset';
export type SentMail = { email: string; resendAt: number };

/** The address to which this tab sent a mail, and when it may be sent again. */
export function rememberMail(kind: MailKind, email: string, waitSeconds: number): void {
  sessionStorage.setItem(`${kind}-email`, email);
  sessionStorage.setItem(`${kind}-resend-at`, String(browserNow() + waitSeconds * 1000));
}

/** The remembered values; undefined until the page runs in the browser, an empty e-mail if there are none. */
export function useSentMail(kind: MailKind): [SentMail | undefined, () => void] {
  const [mail, setMail] = useState<SentMail>();
  const reread = useCallback(
    () =>
      setMail({
        email: sessionStorage.getItem(`${kind}-email`) ?? '',
        resendAt: Number(sessionStorage.getItem(`${kind}-resend-at`) ?? 0),
      }),
    [kind],
  );
  useEffect(reread, [reread]);
  return [mail, reread];
}

const secondsTo = (at: number) => Math.max(0, Math.ceil((at - browserNow()) / 1000));

/** Sends again after the wait: by a click, or on the page of `to`. */
export function AgainButton({ at, to, onPress }: { at: number; to?: string; onPress?(): void }) {
  const { say } = useWords();
  const [left, setLeft] = useState(() => secondsTo(at));
  useEffect(() => {
    const tick = () => setLeft(secondsTo(at));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [at]);
  if (to && left === 0)
    return (
      <LinkButton variant="outline" to={to}>
        {say('account.signup.resend')}
      </LinkButton>
    );
  return (
    <Button variant="outline" disabled={left > 0} onClick={onPress}>
      {left > 0 ? say('account.signup.resendIn', { seconds: left }) : say('account.signup.resend')}
    </Button>
  );
}

type MailFormProps = {
  kind: MailKind;
  /** The address of the mail; without it the form asks. */
  known?: string;
  label: string;
  ask(input: PictureAnswer & { email: string }): Promise<{ resendAfterSeconds: number }>;
  onSent(): void;
};

/** Requests a mail with a link: asks for the address unless known, and the image code. */
export function MailForm({ kind, known, label, ask, onSent }: MailFormProps) {
  const form = useForm({ email: known ?? '' }, { email: { kind: 'email', max: 120, required: true }, ...pictureRules });
  const picture = usePicture(form);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is in the browser
  useEffect(() => {
    const remembered = sessionStorage.getItem(`${kind}-email`);
    if (!form.values.email && remembered) form.set('email', remembered);
  }, []);
  const submit = form.submit(async () => {
    const email = (form.values.email ?? '').trim();
    const { resendAfterSeconds } = await picture.attempt((answer) => ask({ email, ...answer }));
    rememberMail(kind, email, resendAfterSeconds);
    await onSent();
  });
  const problem = form.problem || (known && form.errors.email);
  return (
    <form method="post" ref={form.ref} onSubmit={submit} noValidate className="grid gap-4">
      {problem && <CallProblem code={form.code} title={problem} />}
      {!known && <RuledField form={form} name="email" autoComplete="email" />}
      {picture.field}
      <Button type="submit" size="lg" busy={form.busy} disabled={!picture.ready}>
        {label}
      </Button>
    </form>
  );
}

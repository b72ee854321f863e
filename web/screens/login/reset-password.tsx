// The link of the mail for a forgotten password (§2 login reset, §5): a new password, typed twice.
import { redirect, useSearchParams } from 'react-router';
import { refusals } from '../../../domain/errors.ts';
import { consoleDoors, paths } from '../../../domain/paths.ts';
import { CallFailed, CallRefused, send, visitor } from '../../call.ts';
import { judgePassword, NewPasswordForm, newPasswordRules } from '../../parts/account/fill-password.tsx';
import { useForm } from '../../parts/form/use-form.ts';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords } from '../../parts/use-words.ts';
import { useRoot } from '../../root-data.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card, Notice } from '../../ui/pieces.tsx';
import type { Route } from './+types/reset-password';

/** The link works for any visitor who opens it, signed in or not. `over`: it does not any more, which is said before anything is typed. */
export async function loader({ request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token');
  if (token === null && visitor().signedIn) throw redirect(paths.home());
  return { over: !token || (await isOver(token.slice(0, 100))) };
}

async function isOver(token: string): Promise<boolean> {
  try {
    await send('resetLinkOpened', { token });
    return false;
  } catch (error) {
    if (error instanceof CallRefused) return error.code === refusals.linkExpired;
    // The form still says what is wrong when it is sent.
    if (error instanceof CallFailed) return false;
    throw error;
  }
}

/** Saving uses the link up, so the page is not loaded again. */
export const shouldRevalidate = () => false;

export default function ResetPassword({ loaderData: { over } }: Route.ComponentProps) {
  const { say } = useWords();
  const [params] = useSearchParams();
  const token = params.get('token');
  const first = params.has('first');
  const isStaff = params.get('staff') === '1';
  const title = say(first ? 'account.login.setPassword' : 'account.login.resetTitle');
  return (
    <div className="mx-auto max-w-md py-8">
      <PageHeading className="mb-4 text-2xl font-bold" text={title} />
      <Card className="grid gap-4">
        {token && !over ? (
          <NewPassword token={token} first={first} isStaff={isStaff} />
        ) : (
          <SpentLink isStaff={isStaff} />
        )}
      </Card>
    </div>
  );
}

function NewPassword({ token, first, isStaff }: { token: string; first: boolean; isStaff: boolean }) {
  const words = useWords();
  const { say } = words;
  const { site } = useRoot();
  const form = useForm({}, newPasswordRules);
  const submit = form.submit(async () => {
    // Only the server knows whose link it is.
    const typed = judgePassword(form.values, words, [site?.title ?? '']);
    await send('resetPasswordByToken', { token, ...typed });
    location.assign(paths.loginDone({ of: first ? 'first' : 'reset', ...(isStaff ? { staff: 1 } : {}) }));
  });
  if (form.code === refusals.linkExpired) return <SpentLink isStaff={isStaff} />;
  return <NewPasswordForm form={form} act={say('account.login.savePassword')} onSubmit={submit} />;
}

/** The form for forgotten passwords sends nothing to staff: an administrator does. */
function SpentLink({ isStaff }: { isStaff: boolean }) {
  const { say } = useWords();
  return (
    <>
      <Notice tone="bad" title={say('refusal.linkExpired')} />
      {isStaff ? (
        <LinkButton to={consoleDoors.login()} reloadDocument>
          {say('account.login.go')}
        </LinkButton>
      ) : (
        <LinkButton to={paths.forgotPassword()}>{say('account.login.askAgain')}</LinkButton>
      )}
    </>
  );
}

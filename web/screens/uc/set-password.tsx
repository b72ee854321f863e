// Setting a first password (§2 uc setPassword).
import { redirect, useNavigate } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { load } from '../../load.ts';
import { PasswordForm } from '../../parts/account/password-form.tsx';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Card } from '../../ui/pieces.tsx';

export async function loader() {
  const user = await load('getUserInfo', {});
  // A second one is a change, which asks for the first (§5 password).
  if (user.passwordSet) throw redirect(paths.changePassword());
  return user;
}

export default function SetPassword() {
  const { say } = useWords();
  const navigate = useNavigate();
  return (
    <div className="mx-auto max-w-md py-8">
      <PageHeading className="mb-4 text-2xl font-bold" text={say('account.login.setPassword')} />
      <Card>
        <PasswordForm onDone={() => navigate(paths.account())} />
      </Card>
    </div>
  );
}

// Setting a first password (§2 uc setPassword).
import { useNavigate } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { load } from '../../load.ts';
import { PasswordForm } from '../../parts/account/password-form.tsx';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Card } from '../../ui/pieces.tsx';

export const loader = () => load('getUserInfo', {});

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

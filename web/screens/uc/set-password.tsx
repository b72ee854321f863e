// Setting a first password (§2 uc setPassword).
import { useNavigate } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { load } from '../../load.ts';
import { PasswordForm } from '../../parts/account/password-form.tsx';
import { PageTitle } from '../../parts/page/page-title.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Card } from '../../ui/pieces.tsx';

export const loader = () => load('getUserInfo', {});

export default function SetPassword() {
  const { say } = useWords();
  const navigate = useNavigate();
  return (
    <div className="mx-auto max-w-md py-8">
      <PageTitle text={say('account.login.setPassword')} />
      <h1 className="mb-4 text-2xl font-bold">{say('account.login.setPassword')}</h1>
      <Card>
        <PasswordForm onDone={() => navigate(paths.account())} />
      </Card>
    </div>
  );
}

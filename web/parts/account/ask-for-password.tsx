// A user who signed in with an e-mailed code cannot see or change account data (§2 verAuthFlag): sign in with the password, or set one.
import { useLocation } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { isMobilePath, signInFor } from '../../../domain/safe-path.ts';
import { send } from '../../call.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/pieces.tsx';
import { useTask } from '../use-task.ts';
import { useWords } from '../use-words.ts';
import type { User } from './list-pages.ts';

type AskForPasswordProps = { user: User; title?: string; text?: string };

export function AskForPassword({ user, title, text }: AskForPasswordProps) {
  const { say } = useWords();
  const { pathname, search } = useLocation();
  const { busy, problem, run } = useTask();
  const change = async () => {
    await send('logout', {});
    const go = pathname + search;
    // Pages of orders offer guests the code first, which would lead here again.
    location.assign(isMobilePath(go) ? signInFor(go) : paths.login({ go, way: 'member' }));
  };
  return (
    <Notice tone="info" title={title ?? say('account.centre.passwordNeeded')}>
      <p>{text ?? say(user.passwordSet ? 'account.centre.passwordNeededHint' : 'account.centre.passwordFirst')}</p>
      {problem && (
        <p role="alert" className="mt-2 text-bad">
          {problem}
        </p>
      )}
      <div className="mt-3">
        {user.passwordSet ? (
          <Button
            variant="outline"
            busy={busy}
            onClick={() => run(change, { leaves: true })}
            className="whitespace-normal!"
          >
            {say('account.centre.signInByPassword')}
          </Button>
        ) : (
          <LinkButton to={paths.setPassword()} variant="outline">
            {say('account.login.setPassword')}
          </LinkButton>
        )}
      </div>
    </Notice>
  );
}

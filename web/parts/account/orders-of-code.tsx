// A session that an e-mailed code opened shows only what was ordered in it (security rule 31): its lists of orders say so.
import { useWords } from '../use-words.ts';
import { AskForPassword } from './ask-for-password.tsx';
import type { User } from './list-pages.ts';

export function OrdersOfCode({ user }: { user: User }) {
  const { say } = useWords();
  if (user.verAuthFlag) return null;
  return <AskForPassword user={user} title={say('account.centre.codeSession')} text={say('order.unseen.code')} />;
}

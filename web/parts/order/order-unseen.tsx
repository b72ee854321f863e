// Instead of an order that its reader does not see: a mailed link that another person opened, or one that was opened on another device.
// It reads the same for an order that does not exist, so it says nothing about orders of others (security rule 31).
import { IconReceiptOff } from '@tabler/icons-react';
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { send } from '../../call.ts';
import { useRoot } from '../../root-data.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { AskForPassword } from '../account/ask-for-password.tsx';
import { forgetPerson } from '../account/forget-person.ts';
import type { User } from '../account/list-pages.ts';
import { CallProblem } from '../call-problem.tsx';
import { LinkOver } from '../page/link-over.tsx';
import { PageHeading } from '../page/page-heading.tsx';
import { isLinkOver, PageProblem } from '../page/page-problem.tsx';
import { useTask } from '../use-task.ts';
import { useWords } from '../use-words.ts';

/** For screens about one order. Exported from elsewhere, a boundary gets no properties. */
export function OrderProblem() {
  const error = useRouteError();
  const { user } = useRoot();
  if (isLinkOver(error)) return <LinkOver findsOrder />;
  if (user && isRouteErrorResponse(error) && error.status === 404) return <OrderUnseen user={user} />;
  return <PageProblem error={error} />;
}

function OrderUnseen({ user }: { user: User }) {
  const { say } = useWords();
  const { pathname, search } = useLocation();
  const { busy, problem, run } = useTask();
  const change = async () => {
    await send('logout', {});
    forgetPerson();
    location.assign(paths.login({ go: pathname + search, way: 'member' }));
  };
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-4 py-10 text-center">
      <meta name="robots" content="noindex" />
      <IconReceiptOff aria-hidden="true" className="size-16 text-brand" />
      <PageHeading text={say('order.unseen.title')} />
      <p className="break-words">{say('order.unseen.text', { account: user.email || user.name })}</p>
      {!user.verAuthFlag && (
        <div className="w-full">
          <AskForPassword user={user} title={say('account.centre.codeSession')} text={say('order.unseen.code')} />
        </div>
      )}
      {problem && <CallProblem title={problem} />}
      <div className="flex flex-wrap justify-center gap-3">
        <LinkButton to={paths.orders()}>{say('order.unseen.orders')}</LinkButton>
        <Button variant="outline" busy={busy} onClick={() => run(change, { leaves: true })}>
          {say('order.unseen.other')}
        </Button>
      </div>
    </div>
  );
}

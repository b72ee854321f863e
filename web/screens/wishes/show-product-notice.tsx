// The link of a notice's mail (decision 0422): confirms the address, or ends all its notices. Opening the page changes nothing,
// because programs that check mails open links too.
import { useState } from 'react';
import { Link } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { paths } from '../../../domain/paths.ts';
import { CallFailed, send } from '../../call.ts';
import { CallProblem } from '../../parts/call-problem.tsx';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useTask } from '../../parts/use-task.ts';
import { useWords } from '../../parts/use-words.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card, Notice } from '../../ui/pieces.tsx';
import type { Route } from './+types/show-product-notice';

/** The address contains the key: the page is not cached and sends no referrer. */
export { secretHeaders as headers } from '../../secret-headers.ts';

export async function loader({ request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const paddedToken = token.padEnd(20, '-').slice(0, 100);
  return { token: paddedToken, notice: await openNotice(paddedToken) };
}

/** Undefined where the alert has ended or a newer mail has another link. */
async function openNotice(token: string) {
  try {
    return await send('noticeOpen', { token });
  } catch (error) {
    if (error instanceof CallFailed && error.status === 421) return undefined;
    throw error;
  }
}

/** The link expires with the notices, so the page is not loaded again. */
export const shouldRevalidate = () => false;

export default function ShowProductNotice({ loaderData: { token, notice } }: Route.ComponentProps) {
  return notice ? <OpenNotice token={token} notice={notice} /> : <EndedNotice />;
}

function EndedNotice() {
  const { say } = useWords();
  return (
    <div className="mx-auto grid max-w-2xl justify-items-start gap-4 py-6">
      <PageHeading text={say('ui.problem.linkOver')} />
      <p>{say('wish.notice.overText')}</p>
      <LinkButton to={paths.home()}>{say('ui.missing.home')}</LinkButton>
    </div>
  );
}

function OpenNotice({ token, notice }: { token: string; notice: OutputOf<'noticeOpen'> }) {
  const { say } = useWords();
  const task = useTask();
  const [done, setDone] = useState<'confirm' | 'stop'>();
  const { kind, state, productName, path } = notice;
  const answer = async (act: 'confirm' | 'stop') => {
    if (await task.run(() => send('noticeAnswer', { token, act }))) setDone(act);
  };
  return (
    <div className="mx-auto grid max-w-2xl gap-4 py-6">
      <PageHeading text={say(`wish.notice.${kind}`)} />
      <Card className="grid gap-3">
        <Link to={path} className="target font-semibold break-words hover:underline">
          {productName}
        </Link>
        {done && (
          <Notice tone="good" title={say(done === 'confirm' ? 'wish.notice.confirmed' : 'wish.notice.stopped')} />
        )}
        {!done && state === 'asked' && <p>{say(`wish.notice.${kind}Text`)}</p>}
        {!done && state === 'sent' && <p>{say('wish.notice.alreadySent')}</p>}
        {!done && state === 'waiting' && <p>{say('wish.notice.confirmed')}</p>}
        {task.problem && <CallProblem title={task.problem} />}
        <div className="flex flex-wrap gap-3">
          {!done && state === 'asked' && (
            <Button busy={task.busy} onClick={() => void answer('confirm')}>
              {say('wish.notice.confirm')}
            </Button>
          )}
          {done !== 'stop' && (
            <Button variant="outline" busy={task.busy} onClick={() => void answer('stop')}>
              {say('wish.notice.stop')}
            </Button>
          )}
        </div>
      </Card>
    </div>
  );
}

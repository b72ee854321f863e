// Below a distributor's contract: who accepted it, or the button with which the main account accepts it.
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { send } from '../../call.ts';
import { CallProblem } from '../../parts/call-problem.tsx';
import { useTask } from '../../parts/use-task.ts';
import { useWords } from '../../parts/use-words.ts';
import { useRoot } from '../../root-data.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { Card, Notice } from '../../ui/pieces.tsx';

type Contract = NonNullable<OutputOf<'agreement'>['contract']>;

export function AcceptContract({ token, contract }: { token: string; contract: Contract }) {
  const { say, instant } = useWords();
  const { user } = useRoot();
  const { acceptedAt, acceptedName: name, waits, mayAccept } = contract;
  if (mayAccept) return <AcceptForm token={token} />;
  if (acceptedAt)
    return (
      <div className="mt-4">
        <Notice
          tone="good"
          title={say('account.contract.accepted', { date: instant(acceptedAt, user?.zone ?? 'UTC'), name })}
        />
      </div>
    );
  return (
    <div className="mt-4">
      <Notice title={say('account.contract.notAccepted')}>{waits && say('account.contract.onlyMain')}</Notice>
    </div>
  );
}

function AcceptForm({ token }: { token: string }) {
  const { say } = useWords();
  const { revalidate } = useRevalidator();
  const [agreed, setAgreed] = useState(false);
  const [missing, setMissing] = useState(false);
  const { busy, problem, run } = useTask();
  const accept = async (event: React.FormEvent) => {
    event.preventDefault();
    if (!agreed) return setMissing(true);
    await run(async () => {
      await send('contractAccept', { token });
      await revalidate();
    });
  };
  return (
    <Card className="mt-4">
      <form method="post" noValidate onSubmit={accept} className="grid gap-4">
        {problem && <CallProblem title={problem} />}
        <Checkbox
          name="agreed"
          label={say('account.contract.agree')}
          checked={agreed}
          error={missing && !agreed ? say('ui.field.agree') : undefined}
          onValue={setAgreed}
        />
        <Button type="submit" busy={busy} className="justify-self-start">
          {say('account.contract.accept')}
        </Button>
      </form>
    </Card>
  );
}

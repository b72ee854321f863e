// Requests a mail for the time when a product costs less or can be booked again.
import { useState } from 'react';
import { send } from '../../call.ts';
import { CallProblem } from '../../parts/call-problem.tsx';
import { InputField } from '../../parts/form/fields.tsx';
import { useTask } from '../../parts/use-task.ts';
import { useWords } from '../../parts/use-words.ts';
import { useRoot } from '../../root-data.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/pieces.tsx';

export function AskNotice({ id, kind }: { id: string; kind: 'price' | 'stock' }) {
  const { say } = useWords();
  const { user } = useRoot();
  const task = useTask();
  const [email, setEmail] = useState('');
  const [state, setState] = useState<'asked' | 'waiting'>();
  const mayAsk = user && !user.actingStaff;
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    void task.run(async () => setState((await send('noticeAsk', { id, kind, email })).state));
  };
  if (state)
    return (
      <p role="status" className="px-4 font-medium text-good">
        {say(state === 'asked' ? 'wish.notice.sent' : 'wish.notice.waiting')}
      </p>
    );
  return (
    <Card className="mt-2 ml-4 max-w-md">
      <form noValidate className="grid gap-3" onSubmit={submit}>
        <p>{say(`wish.notice.${kind}Text`)}</p>
        {!mayAsk && (
          <InputField
            label={say('wish.notice.email')}
            type="email"
            autoComplete="email"
            maxLength={200}
            error={task.error?.fields.email}
            value={email}
            onValue={setEmail}
          />
        )}
        {task.problem && !task.error?.fields.email && <CallProblem title={task.problem} />}
        <Button type="submit" className="justify-self-start" busy={task.busy}>
          {say('wish.notice.ask')}
        </Button>
      </form>
    </Card>
  );
}

// A platform that is polled for its orders (decision 0502): the result of the last round, the orders for staff, and a button.
import { useState } from 'react';
import type { OutputOf, ParsedInputOf } from '../../../../contract/index.ts';
import { send } from '../../../call.ts';
import { useAction } from '../../../console-kit/use-action.ts';
import type { DeskWords } from '../../../console-kit/use-list-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/pieces.tsx';

type Account = OutputOf<'consoleMarketplaces'>['accounts'][number];
type Source = ParsedInputOf<'consoleChannelPull'>['source'];

export function PulledOrders({
  account: { source, problem, troubles },
  words,
}: {
  account: Account;
  words: DeskWords;
}) {
  const { say, at } = words;
  const action = useAction();
  const [booked, setBooked] = useState<number>();
  const pull = () =>
    action.run(() => send('consoleChannelPull', { source: source as Source }), {
      onDone: (answer) => setBooked(answer.problem ? undefined : answer.booked),
    });
  return (
    <div className="grid w-full gap-2">
      {action.problem && <Notice tone="bad" title={action.problem.text} />}
      {problem && <Notice tone="bad" title={say(`marketplace.pull.problem.${problem}`)} />}
      {troubles.length > 0 && <h3 className="font-semibold">{say('marketplace.pull.troubles')}</h3>}
      <ul className="grid gap-1 empty:hidden">
        {troubles.map((trouble) => (
          <li key={trouble.reference} className="min-w-0 break-words">
            <code className="select-all">{trouble.reference}</code> · {trouble.text} ·{' '}
            <span className="text-quiet">{at(trouble.at)}</span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="outline" size="sm" busy={action.busy !== undefined} onClick={pull}>
          {say('marketplace.pull.now')}
        </Button>
        <span role="status">{booked !== undefined && say('marketplace.pull.booked', { count: booked })}</span>
      </div>
    </div>
  );
}

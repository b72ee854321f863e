// One completion link for several orders (§2 completion/list): chosen from those with missing details, copied or mailed to the customer.
import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { send } from '../../../call.ts';
import { CallProblem } from '../../../parts/call-problem.tsx';
import { HandOnLink } from '../../../parts/completion/completion-link.tsx';
import { type Incomplete, OrderFacts } from '../../../parts/completion/order-facts.tsx';

import { useTask } from '../../../parts/use-task.ts';

import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox } from '../../../ui/field.tsx';

/** The maximum number of orders of a link. */
const most = 20;

export function CompleteSeveral() {
  const { say } = useWords();
  const [list, setList] = useState<Incomplete[]>();
  const { busy, problem, run } = useTask();
  const open = () =>
    run(async () => setList((await send('getIncompleteOrderList', {})).list.filter((order) => order.state === 'open')));
  return (
    <>
      <Button variant="outline" busy={busy} onClick={() => void open()}>
        <IconLink aria-hidden="true" className="size-5" />
        {say('completion.several')}
      </Button>
      {problem && <CallProblem title={problem} />}
      <Dialog open={list !== undefined} onClose={() => setList(undefined)} title={say('completion.several')}>
        {list && <ChooseOrders list={list} />}
      </Dialog>
    </>
  );
}

function ChooseOrders({ list }: { list: Incomplete[] }) {
  const { say } = useWords();
  const [chosen, setChosen] = useState<string[]>([]);
  if (!list.length) return <p>{say('completion.severalNone')}</p>;
  const choose = (orderNo: string, on: boolean) =>
    setChosen((now) => (on ? [...now, orderNo].slice(0, most) : now.filter((item) => item !== orderNo)));
  return (
    <div className="grid gap-4">
      <p className="text-quiet">{say('completion.severalHint')}</p>
      <ul className="grid max-h-80 gap-3 overflow-y-auto" tabIndex={-1}>
        {list.map((order) => (
          <li key={order.orderNo} className="rounded-lg border border-line p-3">
            <Checkbox
              label={<OrderFacts order={order} />}
              checked={chosen.includes(order.orderNo)}
              onValue={(on) => choose(order.orderNo, on)}
            />
          </li>
        ))}
      </ul>
      {chosen.length > 0 && (
        <div className="grid gap-3" key={chosen.join()}>
          <HandOnLink
            make={() => send('completionLink', { orderNos: chosen })}
            mail={(email, language) => send('completionSend', { orderNos: chosen, email, language })}
          />
        </div>
      )}
    </div>
  );
}

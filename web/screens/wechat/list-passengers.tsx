// The travellers (§2 wechat/passenger): their names and missing fields. A signed-in user continues to the form by a fresh link;
// a visitor who found the order has it mailed to its contact.
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { send } from '../../call.ts';
import { useTask } from '../../parts/use-task.ts';
import { useWords } from '../../parts/use-words.ts';
import type { LoadedTravel, Travel } from '../../parts/wechat/load-travel.ts';
import { TravelFrame } from '../../parts/wechat/travel-frame.tsx';
import { Button } from '../../ui/button.tsx';
import { Badge, Card, EmptyState, Notice } from '../../ui/pieces.tsx';
import type { Route } from './+types/list-passengers';

export { loadTravel as loader } from '../../parts/wechat/load-travel.ts';
export { secretHeaders as headers } from '../../secret-headers.ts';

export default function ListPassengers({ loaderData: { travel, opener } }: Route.ComponentProps) {
  const { say } = useWords();
  const { travellers, completion } = travel;
  return (
    <TravelFrame travel={travel} opener={opener} title={say('order.booking.travellers')}>
      {completion === 'closed' && <Notice title={say('completion.state.closed')} />}
      {completion !== 'closed' && travellers.length === 0 && (
        <EmptyState
          icon={<IconUsers aria-hidden="true" className="size-10" />}
          title={say('wechat.travel.noTravellers')}
        />
      )}
      {travellers.length > 0 && (
        <Card>
          <ol className="grid divide-y divide-line">
            {travellers.map((item, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a traveller is known by the place in the booking
              <Person key={at} at={at} person={item} />
            ))}
          </ol>
        </Card>
      )}
      {completion === 'open' && <FillIn travel={travel} opener={opener} />}
    </TravelFrame>
  );
}

function Person({ at, person }: { at: number; person: Travel['travellers'][number] }) {
  const { say, intl } = useWords();
  const { name, missing } = person;
  const list = missing.map((field) => say(`order.traveller.${field}`));
  return (
    <li className="grid gap-1 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 font-semibold break-words">
          {name || say('order.booking.traveller', { number: at + 1 })}
        </p>
        <Badge tone={missing.length ? 'warn' : 'good'}>
          {say(`completion.state.${missing.length ? 'open' : 'done'}`)}
        </Badge>
      </div>
      {missing.length > 0 && (
        <p className="text-sm text-warn">
          {say('wechat.travel.missing', { fields: intl.formatList(list, { type: 'conjunction' }) })}
        </p>
      )}
    </li>
  );
}

function FillIn({ travel, opener }: LoadedTravel) {
  const { say } = useWords();
  const { busy, problem, run } = useTask();
  const [sentTo, setSentTo] = useState('');
  const fill = async () => location.assign((await send('completionLink', { orderNos: [travel.orderNo] })).address);
  const mail = async () => {
    setSentTo('');
    setSentTo((await send('wechatSendLink', { key: opener.key ?? '' })).sentTo);
  };
  return (
    <div className="grid gap-3">
      {!travel.own && <p className="text-sm text-quiet">{say('wechat.travel.mailHint')}</p>}
      <Button size="lg" busy={busy} className="whitespace-normal!" onClick={() => run(travel.own ? fill : mail)}>
        {say(travel.own ? 'completion.fill' : 'wechat.travel.mailLink')}
      </Button>
      {sentTo && <Notice tone="good" title={say('wechat.travel.mailed', { sentTo })} />}
      {problem && <Notice tone="bad" title={problem} />}
    </div>
  );
}

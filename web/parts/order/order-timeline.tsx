// The history of an order: each step with its person, amount, reason and time, and its line where the order has several.
import { nameReason } from '../../../domain/refund-reasons.ts';
import { useWords } from '../use-words.ts';
import { nameLine } from './order-lines.tsx';
import type { Detail } from './order-pieces.tsx';

export function OrderTimeline({
  order: { events, lines, zone },
}: {
  order: Pick<Detail, 'events' | 'lines' | 'zone'>;
}) {
  const { say, money, instant } = useWords();
  return (
    <ol className="grid gap-4 border-l-2 border-line pl-5">
      {events.map((event, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: steps of one instant may be alike, and new ones come at the end
          key={at}
          className={
            'relative min-w-0 break-words before:absolute before:top-1.5 before:-left-[1.65rem] before:size-3 ' +
            'before:rounded-full before:bg-brand'
          }
        >
          <p className="font-medium">
            {say(`order.event.${event.action}`)}
            {event.amount && <span className="tabular-nums">{` · ${money(event.amount)}`}</span>}
            {event.actorName && (
              <span className="font-normal text-quiet">
                {' · '}
                {event.actor === 'channel' ? say(`payment.channel.${event.actorName}`) : event.actorName}
              </span>
            )}
          </p>
          <LineOf event={event} lines={lines} />
          {event.why && <p className="text-sm">{nameReason(say, event.why)}</p>}
          <time dateTime={event.at} className="text-sm text-quiet">
            {instant(event.at, zone)}
          </time>
        </li>
      ))}
    </ol>
  );
}

/** The line that a step was about. An order of one line needs no name for it. */
function LineOf({ event, lines }: { event: Detail['events'][number]; lines: Detail['lines'] }) {
  const words = useWords();
  const line = lines.find(({ subOrderNo }) => subOrderNo === event.subOrderNo);
  if (!line || lines.length === 1) return null;
  const ofSeveral = lines.some(({ packageName }) => packageName !== line.packageName);
  return (
    <p className="text-sm break-words">
      {ofSeveral ? `${line.packageName} · ${nameLine(words, line)}` : nameLine(words, line)}
    </p>
  );
}

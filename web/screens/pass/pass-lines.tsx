// The booked lines of one activity: each with its guests, its code and its state; cancelled ones say so.

import type { OutputOf } from '../../../contract/index.ts';
import { describeGuests } from '../../../domain/rooms.ts';
import { CancelledPart } from '../../parts/order/order-pieces.tsx';
import { nameSku, useWords } from '../../parts/use-words.ts';
import { Badge } from '../../ui/pieces.tsx';

type Pass = OutputOf<'pass'>;

type Line = Pass['stops'][number]['lines'][number];

const tones = {
  valid: 'good',
  used: 'warn',
  cancelling: 'warn',
  over: 'neutral',
  cancelled: 'bad',
  unknown: 'bad',
  waiting: 'brand',
  restOpen: 'warn',
} as const satisfies Record<Line['state'], string>;

/** States that a checked voucher does not have. */
const stateWords: Partial<Record<Line['state'], string>> = {
  waiting: 'order.status.1002',
  restOpen: 'order.part.badge',
};

export function PassLines({ lines, zone }: { lines: Line[]; zone: string }) {
  const { say } = useWords();
  return (
    <section>
      <h2 className="mb-1 text-lg font-bold">{say('export.pass.lines')}</h2>
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <PassLine key={line.subOrderNo} line={line} zone={zone} />
        ))}
      </ul>
    </section>
  );
}

function PassLine({ line, zone }: { line: Line; zone: string }) {
  const words = useWords();
  const { say } = words;
  const isOff = line.state === 'cancelled';
  const left = line.quantity - line.cancelledQuantity - line.askedQuantity;
  const more = [
    line.guests && say('catalog.stay.eachRoom', { guests: describeGuests(words, line.guests) }),
    words.join(line.travellers),
    words.join(line.addOns.map(({ name, quantity }) => `${name} ×\u00a0${quantity}`)),
  ];
  return (
    <li className="grid gap-1 py-3 last:pb-0">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className={`min-w-0 font-semibold break-words ${isOff ? 'text-quiet line-through' : ''}`}>
          {nameSku(words, line)} ×&nbsp;{isOff ? line.quantity : left}
        </span>
        <span className="flex flex-wrap gap-2">
          <CancelledPart of={line} />
          {line.askedQuantity > 0 && (
            <Badge tone="warn">
              {say('order.list.requestedOf', { count: line.askedQuantity, total: line.quantity })}
            </Badge>
          )}
          <Badge tone={tones[line.state]}>{say(stateWords[line.state] ?? `export.verify.state.${line.state}`)}</Badge>
        </span>
      </p>
      {more.filter(Boolean).map((text) => (
        <p key={text} className="text-sm break-words">
          {text}
        </p>
      ))}
      {line.usedAt && (
        <p className="text-sm text-warn">{say('export.verify.usedAt', { at: words.instant(line.usedAt, zone) })}</p>
      )}
      {line.reference && <p className="text-sm break-words">{say('order.reference', { number: line.reference })}</p>}
      <p className="text-sm text-quiet tabular-nums">
        {[line.subOrderNo, line.code.replace(/(.{4})(?=.)/g, '$1 ')].filter(Boolean).join(' · ')}
      </p>
    </li>
  );
}

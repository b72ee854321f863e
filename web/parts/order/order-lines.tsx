// The lines of the buyer's order: product, day, quantity, cancelled quantity, nights, extras, travellers, voucher.
import { describeWhen } from '../../../domain/dates.ts';
import { paths } from '../../../domain/paths.ts';
import { inFieldOrder } from '../../../domain/traveller-fields.ts';
import { LinkButton } from '../../ui/button.tsx';
import { TermsText } from '../booking/cancel-terms.tsx';
import { showValue } from '../booking/field-words.ts';
import { RoomLine } from '../booking/room-line.tsx';
import { nameSku, useWords, type Words } from '../use-words.ts';
import { type Detail, LineHead, StatusBadge, VoucherLink } from './order-pieces.tsx';

type Line = Detail['lines'][number];

/** "Adult × 2 · 3 Dec 2026 10:00": distinguishes lines if there are several. */
export function nameLine(words: Words, line: Line): string {
  return `${nameSku(words, line)} · ${describeWhen(line, (day) => words.day(day, 'short'), words.say)}`;
}

/** `reviews`: the reader may write a review of each line that was used. */
export function OrderLines({ lines, reviews = false }: { lines: Line[]; reviews?: boolean }) {
  return (
    <ul className="divide-y divide-line">
      {lines.map((line) => (
        <LineItem key={line.subOrderNo} line={line} ofSeveral={lines.length > 1} reviews={reviews} />
      ))}
    </ul>
  );
}

function LineItem({ line, ofSeveral, reviews }: { line: Line; ofSeveral: boolean; reviews: boolean }) {
  const words = useWords();
  const { say } = words;
  return (
    <li className="grid gap-1.5 py-4 first:pt-0 last:pb-0">
      <LineHead line={line} />
      {ofSeveral && (
        <p>
          <StatusBadge status={line.status} />
        </p>
      )}
      <p className="text-sm break-words text-quiet">
        {line.packageName} · {describeWhen(line, words.day, say)}
      </p>
      <RoomLine line={line} />
      <p className="text-sm text-quiet tabular-nums">{line.subOrderNo}</p>
      {line.cancelledQuantity > 0 && (
        <p className="text-sm text-warn">
          {say('order.cancelledPart', { count: line.cancelledQuantity, amount: words.money(line.cancelled) })}
        </p>
      )}
      {line.oversold && <p className="text-sm text-warn">{say('order.beyond')}</p>}
      {line.addOns.length > 0 && (
        <ul className="text-sm">
          {line.addOns.map((addOn) => (
            <li key={addOn.name} className="flex justify-between gap-4">
              <span>
                {addOn.name} ×&nbsp;{addOn.quantity}
              </span>
              <span className="tabular-nums">{words.money(addOn.unit)}</span>
            </li>
          ))}
        </ul>
      )}
      {line.nights.length > 0 && <Nights line={line} />}
      {line.travellers.length > 0 && <Travellers travellers={line.travellers} />}
      {line.redeemedAt && (
        <p className="text-sm text-warn">
          {say('export.verify.usedAt', { at: words.instant(line.redeemedAt, line.zone) })}
        </p>
      )}
      {line.redeemedAt && reviews && (
        <LinkButton variant="outline" className="justify-self-start" to={paths.review({ line: line.subOrderNo })}>
          {say(line.reviewed ? 'review.yours' : 'review.write')}
        </LinkButton>
      )}
      {line.cancelTerms && (
        <p className="text-sm text-quiet">
          <TermsText terms={line.cancelTerms} zone={line.zone} />
        </p>
      )}
      {line.reference && <p className="text-sm break-words">{say('order.reference', { number: line.reference })}</p>}
      {line.deposit && (
        <p className="text-sm whitespace-pre-line">{say('order.depositOnSpot', { text: line.deposit })}</p>
      )}
      {line.delivered && <Sending line={line} />}
      <VoucherLink line={line} />
    </li>
  );
}

/** Whether the line was sent, and its tracking number. */
function Sending({ line: { sent, zone } }: { line: Line }) {
  const { colon, say, instant } = useWords();
  if (!sent) return <p className="text-sm text-quiet">{say('order.sent.notYet')}</p>;
  const { carrier, trackingNumber: number } = sent;
  return (
    <div className="text-sm">
      <p className="font-medium text-good">{say('order.sent.on', { at: instant(sent.at, zone) })}</p>
      <p className="break-all">
        <span className="text-quiet">{colon(say('order.sent.trackingNumber'))}</span>
        {[carrier, number].filter(Boolean).join(' · ')}
      </p>
    </div>
  );
}

function Nights({ line: { nights, byDay } }: { line: Line }) {
  const words = useWords();
  return (
    <details className="text-sm">
      <summary className="min-h-11 cursor-pointer content-center">
        {words.say(byDay ? 'order.days' : 'order.nights')}
      </summary>
      <ul>
        {nights.map((night) => (
          <li key={night.on} className="flex justify-between gap-4">
            <span>{words.day(night.on)}</span>
            <span className="tabular-nums">{words.money(night.price)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Names at a glance; documents and other values only when unfolded. A traveller of whom nothing is known yet is left out. */
function Travellers({ travellers }: { travellers: Line['travellers'] }) {
  const { colon, join, say } = useWords();
  const list = travellers
    .map((values, at) => ({
      key: `traveller-${at}`,
      name: values['102'] || values['101'] || say('order.booking.traveller', { number: at + 1 }),
      values: Object.entries(values).filter(([, value]) => value),
    }))
    .filter(({ values }) => values.length > 0);
  if (list.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="min-h-11 cursor-pointer content-center">
        {colon(say('order.booking.travellers'))}
        <span className="break-words">{join(list.map((item) => item.name))}</span>
      </summary>
      <ul className="grid gap-3">
        {list.map((item) => (
          <li key={item.key}>
            <p className="font-medium">{item.name}</p>
            <TravellerRows values={item.values} />
          </li>
        ))}
      </ul>
    </details>
  );
}

export function TravellerRows({ values }: { values: [string, string][] }) {
  const words = useWords();
  const { colon, say } = words;
  return (
    <dl>
      {inFieldOrder(values).map(([code, value]) => (
        <div key={code} className="flex flex-wrap gap-x-2 text-sm">
          <dt className="text-quiet">{colon(say(`order.traveller.${code}`))}</dt>
          <dd className="min-w-0 break-words" suppressHydrationWarning>
            {showValue(code, value, words)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

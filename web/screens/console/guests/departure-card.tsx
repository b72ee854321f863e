// A departure of the guest list: figures, and for each order whom to expect, where from, and what was redeemed.
import { Link } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { describeWhen } from '../../../../domain/dates.ts';
import { OrderStatus } from '../../../../domain/order-status.ts';
import { inFieldOrder } from '../../../../domain/traveller-fields.ts';
import { RowLink } from '../../../console-kit/list-table.tsx';
import { showValue } from '../../../parts/booking/field-words.ts';
import { RoomLine } from '../../../parts/booking/room-line.tsx';
import { MissingDrivers } from '../../../parts/console/missing-drivers.tsx';
import { TravellerRows } from '../../../parts/order/order-lines.tsx';
import { StatusBadge } from '../../../parts/order/order-pieces.tsx';
import { nameSku, useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card } from '../../../ui/pieces.tsx';

export type Departure = OutputOf<'consoleGuests'>['list'][number];
type Booking = Departure['bookings'][number];
type Line = Booking['lines'][number];
type Driven = NonNullable<Line['drivers']>[number];

/** `onWrite`: writes to the buyers. */
type CardProps = { departure: Departure; onWrite: (() => void) | undefined };

export function DepartureCard({ departure, onWrite }: CardProps) {
  const { say } = useWords();
  const { session, productName, packageName, phase, byDay, booked, arrived, left, bookings } = departure;
  return (
    <Card>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 print:break-after-avoid">
        <h2 className="min-w-0 text-lg font-bold break-words">{[session, productName].filter(Boolean).join(' · ')}</h2>
        <p className="tabular-nums">
          {left === null
            ? say('desk.guests.figuresLater', { booked, arrived })
            : say('desk.guests.figures', { booked, arrived, left })}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 print:break-after-avoid">
        <p className="min-w-0 break-words text-quiet">{packageName}</p>
        {phase !== 'begins' && <Badge>{say(`desk.guests.phase.${phase}${byDay ? 'Rented' : 'Stay'}`)}</Badge>}
      </div>
      <ul className="mt-3 divide-y divide-line border-t border-line">
        {bookings.map((booking) => (
          <li
            key={booking.orderNo}
            className="grid gap-x-6 gap-y-2 py-3 sm:grid-cols-[14rem_minmax(0,1fr)] print:break-inside-avoid"
          >
            <Guest booking={booking} />
            <div className="grid min-w-0 content-start gap-2">
              {booking.lines.map((line) => (
                <LineOfGuest key={line.subOrderNo} line={line} />
              ))}
              <Journey fields={booking.orderFields} />
              {booking.remark && <p className="text-sm break-words whitespace-pre-wrap">{booking.remark}</p>}
            </div>
          </li>
        ))}
      </ul>
      {onWrite && (
        <Button variant="outline" size="sm" className="mt-2 print:hidden" onClick={onWrite}>
          {say('desk.guests.write')}
        </Button>
      )}
    </Card>
  );
}

function Guest({ booking: { contact, orderNo, pickupWaits } }: { booking: Booking }) {
  const { colon, say } = useWords();
  return (
    <div className="min-w-0">
      <p className="font-semibold break-words">{contact.name}</p>
      {contact.phone && (
        <a href={`tel:${contact.phone.replace(/[^+\d]/g, '')}`} className="target py-1 tabular-nums underline">
          {contact.phone}
        </a>
      )}
      <p className="text-sm">
        <RowLink code to={consolePaths.order(orderNo)}>
          {orderNo}
        </RowLink>
      </p>
      {pickupWaits && <Badge tone="warn">{colon(say('desk.pickup')) + say('desk.pickupState.waiting')}</Badge>}
    </div>
  );
}

function Journey({ fields }: { fields: Booking['orderFields'] }) {
  const filled = Object.entries(fields).filter(([, value]) => value);
  return filled.length > 0 && <TravellerRows values={filled} />;
}

function LineOfGuest({ line }: { line: Line }) {
  const words = useWords();
  const { say } = words;
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="font-medium break-words">
          {line.quantity} × {nameSku(words, line)}
        </p>
        {line.status !== OrderStatus.confirmed && <StatusBadge status={line.status} />}
        {line.drivers && <MissingDrivers named={line.drivers.length} standing={line.quantity} />}
        {line.redeemedAt && (
          <Badge tone="good">{say('export.verify.usedAt', { at: words.instant(line.redeemedAt, line.zone) })}</Badge>
        )}
        {line.redeemable && (
          <Link
            to={consolePaths.redeem({ text: line.subOrderNo })}
            aria-label={`${say('desk.redeem.redeem')}: ${line.subOrderNo}`}
            className="target py-2 text-sm font-semibold text-brand underline print:hidden"
          >
            {say('desk.redeem.redeem')}
          </Link>
        )}
      </div>
      {line.untilOn && <p className="text-sm text-quiet">{describeWhen(line, words.day, say)}</p>}
      <RoomLine line={line} />
      {line.drivers?.map((driver, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a driver is known by the place in the list
        <Driver key={at} driver={driver} />
      ))}
      {line.addOns.length > 0 && (
        <p className="text-sm break-words">
          {words.join(line.addOns.map(({ name, quantity }) => `${quantity} × ${name}`))}
        </p>
      )}
      {line.travellers.length > 0 && (
        <ol className="list-inside list-decimal text-sm">
          {line.travellers.map((values, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a traveller is known by the place in the booking
            <li key={at} className="break-words">
              <Traveller values={values} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function Driver({ driver: { name, areaCode, phone, plate, car, remark } }: { driver: Driven }) {
  const { colon, say } = useWords();
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm break-words">
      <span className="text-quiet">{colon(say('desk.driver.driver'))}</span>
      <span className="font-medium">{name}</span>
      {phone && (
        <a href={`tel:+${areaCode}${phone}`} className="target py-1 tabular-nums underline">
          +{areaCode} {phone}
        </a>
      )}
      <span>{[plate, car, remark].filter(Boolean).join(' · ')}</span>
    </p>
  );
}

/** The name, and after it all that was filled in for this traveller. */
function Traveller({ values }: { values: Record<string, string> }) {
  const words = useWords();
  const name = values['102'] ? '102' : '101';
  const others = inFieldOrder(Object.entries(values)).filter(([code, value]) => value && code !== name);
  return (
    <span>
      <span className="font-medium">{values[name]}</span>
      {others.map(([code, value]) => (
        // Browser and server may name a country differently.
        <span key={code} className="text-quiet" suppressHydrationWarning>
          {' · '}
          {words.colon(words.say(`order.traveller.${code}`))}
          {showValue(code, value, words)}
        </span>
      ))}
    </span>
  );
}

// One activity of a booking: its code, large enough for any scanner, and the information for its guests.

import { IconMap2 } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { describeWhen } from '../../../domain/dates.ts';
import { paths } from '../../../domain/paths.ts';
import { WayLinks } from '../../parts/map/way-links.tsx';
import { DriverFacts } from '../../parts/order/driver-facts.tsx';
import { ItinerarySteps } from '../../parts/order/itinerary-steps.tsx';
import { LongText } from '../../parts/page/long-text.tsx';
import SeatPlan from '../../parts/product/seat-plan.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Card } from '../../ui/pieces.tsx';
import { PassLines } from './pass-lines.tsx';

type Pass = OutputOf<'pass'>;

type StopProps = { pass: Pass; stop: Pass['stops'][number]; passKey: string | undefined; level: 'h1' | 'h2' };

export function ShowStop({ pass, stop, passKey, level: Heading }: StopProps) {
  const words = useWords();
  const { say } = words;
  const hasOpenLines = stop.lines.some(({ quantity, cancelledQuantity }) => cancelledQuantity < quantity);
  return (
    <Card className="grid gap-4">
      <header className="text-center">
        <Heading className="text-2xl font-bold break-words">{stop.productName}</Heading>
        <p className="break-words text-quiet">{stop.packageName}</p>
      </header>
      <Shown stop={stop} />
      <div className="text-center">
        <p className="text-xl font-bold break-words">{describeWhen(stop, words.day, say)}</p>
        {hasOpenLines && stop.begins && (
          <p className="text-lg break-words">
            <span className="font-bold tabular-nums">{stop.begins.time}</span> · {stop.begins.title}
          </p>
        )}
        {stop.redemption && hasOpenLines && (
          <p className="text-quiet">{say(`catalog.redemption.${stop.redemption}`)}</p>
        )}
      </div>
      {hasOpenLines && stop.seatPlan && <SeatPlan picture={stop.seatPlan} />}
      {hasOpenLines && <Where pass={pass} stop={stop} passKey={passKey} />}
      {stop.drivers.length > 0 && (
        <div className="rounded-lg bg-canvas p-3">
          <h2 className="mb-1 text-sm text-quiet">
            {say(stop.drivers.length > 1 ? 'desk.driver.title' : 'desk.driver.driver')}
          </h2>
          <DriverFacts drivers={stop.drivers} />
        </div>
      )}
      {hasOpenLines && <Before stop={stop} />}
      {hasOpenLines && <ItinerarySteps steps={stop.steps} />}
      <PassLines lines={stop.lines} zone={stop.zone} />
    </Card>
  );
}

/** To whom a code is shown, by the way the product is used; elsewhere at the entrance. What was sent needs no code. */
const shownTo: Readonly<Record<string, string>> = {
  pickup: '.pickup',
  meetingPoint: '.meetingPoint',
  collect: '.counter',
  exchange: '.counter',
};

function ShowThis({ stop: { redemption, untilOn, byDay } }: Pick<StopProps, 'stop'>) {
  const { say } = useWords();
  if (redemption === 'delivery') return null;
  const isStay = untilOn !== null && !byDay;
  return (
    <span className="text-sm text-quiet">
      {say(`export.pass.showThis${isStay ? '.stay' : (shownTo[redemption] ?? '')}`)}
    </span>
  );
}

/** Black on white whatever the theme: scanners need it. */
function Shown({ stop }: Pick<StopProps, 'stop'>) {
  const { say } = useWords();
  const { shown } = stop;
  const waits = stop.lines.find(({ state }) => state === 'waiting' || state === 'restOpen');
  if (stop.theirs.length) return <Theirs stop={stop} />;
  if (!shown)
    return waits ? (
      <p className="rounded-lg bg-canvas p-4 text-center">
        {say(waits.state === 'waiting' ? 'export.pass.waiting' : 'order.part.voucher')}
      </p>
    ) : null;
  return (
    <figure className="grid justify-items-center gap-2">
      <img src={shown.qr} alt={say('export.voucher.voucherCode')} className="w-full max-w-72 bg-white" />
      <figcaption className="text-center">
        <span className="block text-xl font-bold tracking-wider tabular-nums">
          {shown.code.replace(/(.{4})(?=.)/g, '$1 ')}
        </span>
        <ShowThis stop={stop} />
      </figcaption>
    </figure>
  );
}

/** The codes that the supplier accepts; long codes are shown only as QR code. */
function Theirs({ stop }: Pick<StopProps, 'stop'>) {
  const { say } = useWords();
  return (
    <ul className="grid justify-items-center gap-6">
      {stop.theirs.map(({ value, picture }, at) => (
        <li key={value} className="grid w-full justify-items-center gap-2 text-center">
          {picture ? (
            <img
              src={picture}
              alt={`${say('export.voucher.voucherCode')} ${at + 1}`}
              className="w-full max-w-72 bg-white"
            />
          ) : (
            <a
              href={value}
              rel="noreferrer"
              target="_blank"
              className="font-semibold break-all text-brand hover:underline"
            >
              {say('export.pass.supplierFile')}
            </a>
          )}
          {picture && value.length <= 40 && <span className="font-bold break-all tabular-nums">{value}</span>}
          <ShowThis stop={stop} />
        </li>
      ))}
    </ul>
  );
}

function Where({ pass, stop, passKey }: Omit<StopProps, 'level'>) {
  const { say } = useWords();
  const { pickup, pickupTime, dropOff } = pass;
  const { collectPoint, returnPoint } = pass.fields;
  const back = paths.pass(pass.orderNo, passKey);
  const map = pass.seesOrder
    ? paths.map({ order: pass.orderNo, go: back })
    : stop.shown && paths.map({ voucher: stop.shown.code, s: stop.shown.s, go: back });
  const isSent = stop.redemption === 'delivery';
  if (isSent && !pickup && !pickupTime && !dropOff && !returnPoint) return null;
  return (
    <section className="grid gap-3">
      <h2 className="text-lg font-bold">{say('export.pass.where')}</h2>
      {(pickup || pickupTime) && (
        <div>
          <p className="text-sm text-quiet">{say('places.trip.kind.pickup')}</p>
          {pickupTime && <p className="text-xl font-bold tabular-nums">{pickupTime}</p>}
          {pickup && <p className="font-medium break-words">{pickup.address}</p>}
          {pickup && <WayLinks place={{ ...pickup, name: pickup.address }} />}
        </div>
      )}
      {/* What was sent is with its buyer. */}
      {!isSent && <PlaceOfUse stop={stop} collectPoint={collectPoint} />}
      {returnPoint && (
        <div>
          <p className="text-sm text-quiet">{say('order.traveller.returnPoint')}</p>
          <p className="font-medium break-words">{returnPoint}</p>
        </div>
      )}
      {dropOff && (
        <div>
          <p className="text-sm text-quiet">{say('places.trip.kind.dropOff')}</p>
          <p className="font-medium break-words">{dropOff.address}</p>
          <WayLinks place={{ ...dropOff, name: dropOff.address }} />
        </div>
      )}
      {map && (
        <Link
          to={map}
          className={
            'inline-flex min-h-11 items-center gap-1.5 justify-self-start font-semibold text-brand hover:underline ' +
            'in-data-offline:hidden'
          }
        >
          <IconMap2 aria-hidden="true" className="size-5" />
          {say('places.trip.open')}
        </Link>
      )}
    </section>
  );
}

/** What is collected is not where the product was placed on the map, but at the counter that its buyer chose. */
function PlaceOfUse({ stop, collectPoint }: Pick<StopProps, 'stop'> & { collectPoint: string | undefined }) {
  const { say } = useWords();
  const kind = stop.redemption === 'meetingPoint' ? 'meeting' : 'place';
  return (
    <div>
      <p className="text-sm text-quiet">
        {say(collectPoint ? 'order.traveller.collectPoint' : `places.trip.kind.${kind}`)}
      </p>
      <p className="font-medium break-words">
        {collectPoint || [stop.productName, stop.cityName].filter(Boolean).join(' · ')}
      </p>
      <WayLinks place={{ ...stop, name: stop.productName, address: `${stop.productName}, ${stop.cityName}` }} />
    </div>
  );
}

/** Complete texts, so that they can be read without a network. */
function Before({ stop: { notices, howToUse, howToGetThere, deposit } }: Pick<StopProps, 'stop'>) {
  const { say } = useWords();
  const texts = [
    [say('order.howToUse'), howToUse],
    [say('order.howToGetThere'), howToGetThere],
  ].filter(([, text]) => text) as [string, string][];
  if (!notices.length && !texts.length && !deposit) return null;
  return (
    <section className="grid gap-3">
      <h2 className="text-lg font-bold">{say('wechat.travel.before')}</h2>
      {deposit && <p className="whitespace-pre-line">{say('order.depositOnSpot', { text: deposit })}</p>}
      {notices.length > 0 && (
        <ul className="grid list-disc gap-1 pl-5">
          {notices.map((notice) => (
            <li key={notice} className="break-words">
              {notice}
            </li>
          ))}
        </ul>
      )}
      {texts.map(([title, text]) => (
        <div key={title}>
          <h3 className="font-semibold">{title}</h3>
          <LongText text={text} under={2} />
        </div>
      ))}
    </section>
  );
}

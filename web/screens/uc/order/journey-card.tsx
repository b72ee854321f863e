// The facts of the day (§7 journey): when and where, how to use the booking, how to get there, whom to call.
import { IconMap2 } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { describeWhen } from '../../../../domain/dates.ts';
import { paths } from '../../../../domain/paths.ts';
import { DriverFacts } from '../../../parts/order/driver-facts.tsx';
import { ItinerarySteps } from '../../../parts/order/itinerary-steps.tsx';
import { TravellerRows } from '../../../parts/order/order-lines.tsx';
import { LongText } from '../../../parts/page/long-text.tsx';
import SeatPlan from '../../../parts/product/seat-plan.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { TitledCard } from '../../../ui/titled-card.tsx';

type Journey = OutputOf<'journey'>;
type Stop = Journey['stops'][number];

export function JourneyCard({ journey }: { journey: Journey }) {
  const { say } = useWords();
  const fields = Object.entries(journey.fields).filter(([, value]) => value);
  if (!journey.stops.length) return null;
  // Several kinds of ticket of one product on one day are one activity.
  const stops = journey.stops.filter((stop, at, all) => all.findIndex((item) => keyOf(item) === keyOf(stop)) === at);
  const driversOf = (stop: Stop) =>
    journey.stops.filter((item) => keyOf(item) === keyOf(stop)).flatMap((stop) => stop.drivers);
  return (
    <TitledCard title={say('order.journey')}>
      <ul className="grid gap-4">
        {stops.map((stop) => (
          <StopItem key={stop.subOrderNo} stop={stop} drivers={driversOf(stop)} />
        ))}
      </ul>
      {fields.length > 0 && (
        <div className="mt-3">
          <TravellerRows values={fields} />
        </div>
      )}
      <Link
        to={paths.map({ order: journey.orderNo, go: paths.order(journey.orderNo) })}
        className="mt-3 inline-flex min-h-11 items-center gap-1.5 font-semibold text-brand hover:underline"
      >
        <IconMap2 aria-hidden="true" className="size-5" />
        {say('places.trip.open')}
      </Link>
      {journey.ownerPhone && (
        <p className="mt-3 text-sm">
          {say('order.dayCall', { name: journey.ownerName, phone: journey.ownerPhone.replaceAll(' ', '\u00a0') })}
        </p>
      )}
    </TitledCard>
  );
}

const keyOf = (stop: Stop) => [stop.productName, stop.packageName, stop.playOn, stop.session].join('|');

function StopItem({ stop, drivers }: { stop: Stop; drivers: Stop['drivers'] }) {
  const words = useWords();
  const { say } = words;
  return (
    <li className="grid gap-1">
      <p className="font-semibold">{describeWhen(stop, words.day, say)}</p>
      <p className="break-words">
        {stop.productName}
        {/* What is sent has no place. */}
        {stop.cityName && stop.redemption !== 'delivery' && <span className="text-quiet"> · {stop.cityName}</span>}
      </p>
      {stop.redemption && <p className="text-sm text-quiet">{say(`catalog.redemption.${stop.redemption}`)}</p>}
      {stop.seatPlan && <SeatPlan picture={stop.seatPlan} />}
      {drivers.length > 0 && (
        <div className="my-1 rounded-lg bg-canvas p-3">
          <h3 className="mb-1 text-sm text-quiet">
            {say(drivers.length > 1 ? 'desk.driver.title' : 'desk.driver.driver')}
          </h3>
          <DriverFacts drivers={drivers} />
        </div>
      )}
      <Fold title={say('order.howToUse')} text={stop.howToUse} />
      <Fold title={say('order.howToGetThere')} text={stop.howToGetThere} />
      <ItinerarySteps steps={stop.itinerary} />
    </li>
  );
}

function Fold({ title, text }: { title: string; text: string }) {
  if (!text) return null;
  return (
    <details className="text-sm">
      <summary className="min-h-11 cursor-pointer content-center font-medium">{title}</summary>
      <LongText text={text} under={2} />
    </details>
  );
}

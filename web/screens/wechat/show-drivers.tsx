// The drivers (§2 wechat/driverinfo): how to recognise them, and how to call them.
import { IconCarOff, IconClock, IconPhone } from '@tabler/icons-react';
import { useWords } from '../../parts/use-words.ts';
import type { Stop } from '../../parts/wechat/load-travel.ts';
import { StopFacts, TravelFrame } from '../../parts/wechat/travel-frame.tsx';
import { Card, EmptyState } from '../../ui/pieces.tsx';
import type { Route } from './+types/show-drivers';

export { loadTravel as loader } from '../../parts/wechat/load-travel.ts';
export { secretHeaders as headers } from '../../secret-headers.ts';

export default function ShowDrivers({ loaderData: { travel, opener } }: Route.ComponentProps) {
  const { say } = useWords();
  const driven = travel.stops.filter((stop) => stop.driven);
  return (
    <TravelFrame travel={travel} opener={opener} title={say('wechat.travel.drivers')}>
      {driven.length === 0 && (
        <EmptyState
          icon={<IconCarOff aria-hidden="true" className="size-10" />}
          title={say('wechat.travel.noDriver')}
        />
      )}
      {driven.map((stop) => (
        <Card key={stop.subOrderNo} className="grid gap-4">
          <StopFacts stop={stop} />
          {stop.drivers.length === 0 && (
            <p className="flex items-center gap-2 text-quiet">
              <IconClock aria-hidden="true" className="size-5 shrink-0" />
              {say('wechat.travel.driverNotYet')}
            </p>
          )}
          {stop.drivers.map((driver, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: drivers are listed in the order of their cars
            <Driver key={at} driver={driver} />
          ))}
        </Card>
      ))}
    </TravelFrame>
  );
}

function Driver({ driver }: { driver: Stop['drivers'][number] }) {
  const { say } = useWords();
  const { name, areaCode, phone, plate, car, remark } = driver;
  const number = areaCode ? `+${areaCode} ${phone}` : phone;
  return (
    <div className="grid gap-2 border-t border-line pt-4">
      <h3 className="text-lg font-semibold break-words">{name}</h3>
      {car && <p className="break-words text-quiet">{car}</p>}
      {plate && (
        <p>
          <span className="block text-sm text-quiet">{say('desk.driver.plate')}</span>
          <span
            className={
              'mt-1 inline-block max-w-full rounded-lg border-2 border-ink px-4 py-1 text-3xl font-bold ' +
              'tracking-wider break-all tabular-nums'
            }
          >
            {plate}
          </span>
        </p>
      )}
      {remark && <p className="break-words whitespace-pre-line">{remark}</p>}
      {phone && (
        <a
          href={`tel:${number.replace(/[^\d+]/g, '')}`}
          className={
            'flex min-h-12 min-w-0 flex-wrap items-center justify-center gap-x-2 rounded-lg bg-brand px-4 ' +
            'py-2 font-semibold text-surface hover:brightness-110'
          }
        >
          <IconPhone aria-hidden="true" className="size-5 shrink-0" />
          <span className="min-w-0 break-words">{say('wechat.travel.call', { name })}</span>
          <span className="tabular-nums">{number}</span>
        </a>
      )}
    </div>
  );
}

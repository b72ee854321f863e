// The driver, as buyers and staff see it (§2 wechat/driverinfo): name, a number to call, plate, car, and other details.
import type { OutputOf } from '../../../contract/index.ts';

type Drivers = OutputOf<'journey'>['stops'][number]['drivers'];

export function DriverFacts({ drivers }: { drivers: Drivers }) {
  if (!drivers.length) return null;
  return (
    <ul className="grid gap-3">
      {drivers.map((driver, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a driver is known by the place in the list
        <li key={at} className="grid min-w-0 break-words">
          <p className="font-medium">{driver.name}</p>
          {driver.phone && (
            <a
              href={`tel:+${driver.areaCode}${driver.phone}`}
              className="inline-flex min-h-11 items-center justify-self-start font-semibold text-brand underline"
            >
              +{driver.areaCode} {driver.phone}
            </a>
          )}
          {(driver.plate || driver.car) && <p>{[driver.plate, driver.car].filter(Boolean).join(' · ')}</p>}
          {driver.remark && <p className="text-sm text-quiet">{driver.remark}</p>}
        </li>
      ))}
    </ul>
  );
}

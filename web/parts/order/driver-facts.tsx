// The driver, as buyers and staff see it (§2 wechat/driverinfo): name, a number to call, plate, car, and other details.
import type { OutputOf } from '../../../contract/index.ts';

type Drivers = OutputOf<'journey'>['stops'][number]['drivers'];

export function DriverFacts({ drivers }: { drivers: Drivers }) {
  if (!drivers.length) return null;
  return (
    <ul className="grid gap-3">
      {drivers.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a driver is known by the place in the list
        <li key={at} className="grid min-w-0 break-words">
          <p className="font-medium">{one.name}</p>
          {one.phone && (
            <a
              href={`tel:+${one.areaCode}${one.phone}`}
              className="inline-flex min-h-11 items-center justify-self-start font-semibold text-brand underline"
            >
              +{one.areaCode} {one.phone}
            </a>
          )}
          {(one.plate || one.car) && <p>{[one.plate, one.car].filter(Boolean).join(' · ')}</p>}
          {one.remark && <p className="text-sm text-quiet">{one.remark}</p>}
        </li>
      ))}
    </ul>
  );
}

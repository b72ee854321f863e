// The fields of a completion form for the order itself (§5 fields): hotel, flight, times; pick-up and drop-off on the map if the product
// has areas.
import { pairs } from '../../../../domain/traveller-fields.ts';
import { NearestTimes } from '../../../parts/booking/nearest-times.tsx';
import { OneField } from '../../../parts/booking/one-field.tsx';
import { type CheckedAddress, RangeChecker } from '../../../parts/map/range-checker.tsx';
import { useWords } from '../../../parts/use-words.ts';

type Values = Record<string, string>;
export type TypedPlaces = { pickup: CheckedAddress | null; dropOff: CheckedAddress | null };

/** Fields with an address that can be found on a map. */
const onMap: Record<string, keyof TypedPlaces> = { '402': 'pickup', dropOffAddress: 'dropOff' };

type OrderCardProps = {
  fields: string[];
  areaIds: string[];
  values: Values;
  places: TypedPlaces;
  errors: Values;
  /** Free times near a refused pick-up time. */
  nearest: string[];
  /** Only what changed: the check of an address is answered later, when other fields may have changed. */
  onChange(values: Values, places?: Partial<TypedPlaces>): void;
};

export function OrderCard({ fields, areaIds, values, places, errors, nearest, onChange }: OrderCardProps) {
  const { say } = useWords();
  const isPaired = (name: string) =>
    pairs.some((pair) => pair.includes(name) && pair.every((item) => fields.includes(item)));
  const hintOf = (name: string) =>
    isPaired(name)
      ? say(name === '402' || name === '403' ? 'order.booking.oneIsEnough' : 'order.booking.oneTime')
      : undefined;
  return (
    <fieldset className="min-w-0 rounded-card border border-line bg-surface p-4">
      <legend className="px-2 font-semibold">{say('order.booking.details')}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map((name) => {
          const place = onMap[name];
          const path = `orderFields.${name}`;
          if (place && areaIds.length > 0)
            return (
              <div key={name} className="sm:col-span-2">
                <RangeChecker
                  areaIds={areaIds}
                  label={say(`order.traveller.${name}`)}
                  value={places[place]}
                  error={errors[path]}
                  required={!isPaired(name) && place === 'pickup'}
                  onChange={(value) => onChange({ [name]: value.address.slice(0, 127) }, { [place]: value })}
                />
              </div>
            );
          return (
            <div key={name} className="grid content-start gap-1">
              <OneField
                name={name}
                path={path}
                value={values[name] ?? ''}
                error={errors[path]}
                hint={hintOf(name)}
                required={isPaired(name) ? false : undefined}
                onChange={(value) => onChange({ [name]: value })}
                onLeave={() => undefined}
              />
              {errors[path] && (
                <NearestTimes name={name} times={nearest} onTake={(time) => onChange({ [name]: time })} />
              )}
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}

// A city found by a part of its name (searchRegion): the owner's cities in any language, then those of the world.
import type { OutputOf } from '../../../contract/index.ts';
import { send } from '../../call.ts';
import { TypeToFind } from '../form/type-to-find.tsx';
import { useWords } from '../use-words.ts';

export type City = OutputOf<'searchRegion'>['list'][number];

type PickCityProps = {
  label: string;
  /** City key, '' for none. */
  value: string;
  /** The name of the chosen city, as far as known. */
  name: string;
  error?: string;
  hint?: string;
  required?: boolean;
  path?: string;
  /** Only cities that the owner has. */
  ownOnly?: boolean;
  onPick(city: City | undefined): void;
};

export function PickCity({ name, ownOnly = false, ...rest }: PickCityProps) {
  const { say } = useWords();
  const find = async (query: string) => {
    const { list } = await send('searchRegion', { query });
    return list.filter(({ code }) => !ownOnly || !/^w\d+$/.test(code));
  };
  return (
    <TypeToFind shown={name} placeholder={say('places.city.typing')} find={find} describe={describePlace} {...rest} />
  );
}

/** The details that distinguish a city: its region if others have its name, its country, its time zone. */
export const describePlace = ({ region, countryName, zone }: City): string =>
  `${region ? `${region}, ` : ''}${countryName} · ${zone}`;

// Countries in the reader's language and its order, the six of §9 first, as the options of a select.
import { Fragment } from 'react';
import { areaCodes, countriesFirst, countryCodes } from '../../../domain/area-codes.ts';
import { type Language, languageTags } from '../../../domain/languages.ts';
import { useWords } from '../use-words.ts';

const codeOf = new Map(areaCodes.map(({ country, code }) => [country, code]));

type Country = { country: string; name: string };
const lists = new Map<Language, Country[]>();

/** Sorted once for a language: a form has such a list for each traveller. */
function listCountries(language: Language): Country[] {
  const known = lists.get(language);
  if (known) return known;
  const names = new Intl.DisplayNames([languageTags[language]], { type: 'region' });
  const { compare } = new Intl.Collator(languageTags[language]);
  const named = countryCodes.map((country) => ({ country, name: names.of(country) ?? country }));
  const others = named.slice(countriesFirst).sort((a, b) => compare(a.name, b.name));
  const list = [...named.slice(0, countriesFirst), ...others];
  lists.set(language, list);
  return list;
}

/** With `codes` the value is the telephone code, and countries without one are left out; with `only`, all others are. */
export function CountryOptions({ codes = false, only }: { codes?: boolean; only?: readonly string[] | undefined }) {
  const { language } = useWords();
  // Browser and server may spell or order countries differently; what is there is accepted, and made anew for another language.
  return (
    <Fragment key={language}>
      {listCountries(language).map(({ country, name }) => {
        const code = codeOf.get(country);
        if ((codes && !code) || (only && !only.includes(country))) return null;
        return (
          <option key={country} value={codes ? code : country} suppressHydrationWarning>
            {codes ? `${name} +${code}` : name}
          </option>
        );
      })}
    </Fragment>
  );
}

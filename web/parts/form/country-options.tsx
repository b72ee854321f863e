// Countries in the reader's language, the six of §9 first, as the options of a select.
import { useMemo } from 'react';
import { areaCodes, countryCodes } from '../../../domain/area-codes.ts';
import { languageTags } from '../../../domain/languages.ts';
import { useWords } from '../use-words.ts';

/** With `codes` the value is the telephone code, and countries without one are left out. */
export function CountryOptions({ codes = false }: { codes?: boolean }) {
  const { language } = useWords();
  const names = useMemo(() => new Intl.DisplayNames([languageTags[language]], { type: 'region' }), [language]);
  // Browser and server may spell a country differently; the browser’s spelling is accepted.
  if (!codes)
    return countryCodes.map((country) => (
      <option key={country} value={country} suppressHydrationWarning>
        {names.of(country)}
      </option>
    ));
  return areaCodes.map(({ country, code }) => (
    <option key={country} value={code} suppressHydrationWarning>
      {names.of(country)} +{code}
    </option>
  ));
}

// Countries and cities by name in the reader's language (§7 region and nationality calls). Country names and their spelling in
// 13 languages come from the run time's own CLDR data.
import type { OutputOf } from '../../contract/index.ts';
import { areaCodes, countryCodes } from '../../domain/area-codes.ts';
import { languageTags, textIn } from '../../domain/languages.ts';
import { foldWord } from '../../domain/search-words.ts';
import type { Context } from '../platform/context.ts';
import { listCities } from '../site/site.sql.ts';

export async function listRegions(
  { owner, language }: Context,
  { query, country }: { query: string; country?: string | undefined },
): Promise<OutputOf<'searchRegion'>> {
  const names = new Intl.DisplayNames([languageTags[language]], { type: 'region' });
  const english = new Intl.DisplayNames(['en'], { type: 'region' });
  const wanted = foldWord(query.trim());
  const cities = (await listCities(owner)).filter((one) => !country || one.country === country);
  const list = cities.map((one) => ({
    code: one.city,
    name: textIn(one.names, language),
    country: one.country,
    countryName: names.of(one.country) ?? one.country,
    zone: one.zone,
    words: foldWord(
      [...Object.values(one.names), names.of(one.country), english.of(one.country)].filter(Boolean).join(' '),
    ),
  }));
  return {
    list: list.filter((one) => !wanted || one.words.includes(wanted)).map(({ words, ...one }) => one),
  };
}

export async function listNationalities({ language }: Context, { query }: { query: string }) {
  const names = new Intl.DisplayNames([languageTags[language]], { type: 'region' });
  const english = new Intl.DisplayNames(['en'], { type: 'region' });
  const wanted = foldWord(query.trim());
  const list = countryCodes.map((code) => ({
    code,
    name: names.of(code) ?? code,
    areaCode: areaCodes.find((one) => one.country === code)?.code ?? '',
  }));
  return {
    list: list.filter(
      (one) => !wanted || foldWord(one.name).includes(wanted) || foldWord(english.of(one.code) ?? '').includes(wanted),
    ),
  };
}

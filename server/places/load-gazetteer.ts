// Loads the built-in list of airports, stations, ports and sights into the database; safe to repeat.
import { readFileSync } from 'node:fs';
import { type Database, inHouseTransaction } from '../platform/db.ts';
import { flattenWords } from './flatten-words.ts';
import { listHouseCities, type PoiSeed, writePois } from './places.sql.ts';

/** `aliases`: other names that people search by. */
type Place = Omit<PoiSeed, 'words'> & { aliases?: string[] };

export async function loadGazetteer({ house }: Pick<Database, 'house'>): Promise<void> {
  const list: Place[] = JSON.parse(readFileSync(new URL('./gazetteer.json', import.meta.url), 'utf8'));
  await inHouseTransaction(house, async (trx) => {
    const cities = new Map((await listHouseCities(trx)).map((city) => [city.city, city.names]));
    const wordsOf = ({ names, code, city, aliases = [] }: Place) => {
      const ownNames = [...new Set([...Object.values(names), code, ...aliases].map(flattenWords))].filter(Boolean);
      const around = [...new Set(Object.values(cities.get(city ?? '') ?? {}).map(flattenWords))];
      return ` ${ownNames.join(' ')} | ${around.join(' ')} `;
    };
    await writePois(
      trx,
      list.map((item) => ({ ...item, words: wordsOf(item) })),
    );
  });
}

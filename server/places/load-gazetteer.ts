// Loads the built-in list of airports, stations, ports and sights into the database; safe to repeat.
import { readFileSync } from 'node:fs';
import { type Database, inHouseTransaction } from '../platform/db.ts';
import { flattenWords } from './flatten-words.ts';
import { listHouseCities, type PoiSeed, writePois } from './places.sql.ts';

export async function loadGazetteer({ house }: Pick<Database, 'house'>): Promise<void> {
  const list = JSON.parse(readFileSync(new URL('./gazetteer.json', import.meta.url), 'utf8')) as Omit<
    PoiSeed,
    'words'
  >[];
  await inHouseTransaction(house, async (trx) => {
    const cities = new Map((await listHouseCities(trx)).map((city) => [city.city, city.names]));
    const wordsOf = ({ names, code, city }: Omit<PoiSeed, 'words'>) => {
      const own = [...new Set([...Object.values(names), code].map(flattenWords))].filter(Boolean);
      const around = [...new Set(Object.values(cities.get(city ?? '') ?? {}).map(flattenWords))];
      return ` ${own.join(' ')} | ${around.join(' ')} `;
    };
    await writePois(
      trx,
      list.map((item) => ({ ...item, words: wordsOf(item) })),
    );
  });
}

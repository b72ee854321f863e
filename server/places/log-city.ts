// A city in the log of staff actions.
import type { CityRow } from './cities.sql.ts';

export const describeCity = ({ city, names, country, zone, lat, lng }: CityRow) => ({
  subject: `city ${city}`,
  after: { names, country, zone, lat, lng },
});

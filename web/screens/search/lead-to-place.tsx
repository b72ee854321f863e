// The beginning of a product's address, as people shorten it: leads to the list of the country or the city.
import { redirect } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import type { Route } from './+types/lead-to-place';

export function loader({ params: { country, city } }: Route.LoaderArgs) {
  return redirect(paths.search(city ? { city } : { country }), 301);
}

// The address of the map of a product: its place, and the way of its itinerary where two steps or more are placed. It says all that the
// picture shows, so another way has another address.

export type RouteStep = { lat?: number | null; lng?: number | null };

/** "3.158,101.712;3.139,101.687", to some hundred metres; '' where there is no way. */
export function writeRoute(itinerary: readonly RouteStep[]): string {
  const placed = itinerary.flatMap(({ lat, lng }) =>
    lat == null || lng == null ? [] : [`${lat.toFixed(3)},${lng.toFixed(3)}`],
  );
  const stops = placed.filter((value, at) => value !== placed[at - 1]);
  return stops.length > 1 ? stops.join(';') : '';
}

export function readRoute(route: string): { lat: number; lng: number }[] {
  return route.split(';').flatMap((part) => {
    const [lat = Number.NaN, lng = Number.NaN] = part.split(',').map(Number);
    return Number.isFinite(lat) && Number.isFinite(lng) ? [{ lat, lng }] : [];
  });
}

export function mapAddress({ lat, lng }: { lat: number; lng: number }, itinerary: readonly RouteStep[]): string {
  const route = writeRoute(itinerary);
  return `/pictures/map/${lat.toFixed(3)}/${lng.toFixed(3)}${route && `?route=${encodeURIComponent(route)}`}`;
}

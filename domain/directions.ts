// The form of a transfer begins with its direction (§5 transfers, decision 0308), which decides the next fields: first the places, then the
// time, then people and luggage. A package lists its directions; without any, the product's own list of fields applies unchanged.

export const directions = ['toHotel', 'fromHotel', 'pointToPoint'] as const;
export type Direction = (typeof directions)[number];

export const isDirection = (name: string | undefined): name is Direction =>
  directions.some((direction) => direction === name);

/** In the order in which they are asked. */
const fieldsOf: Record<Direction, readonly string[]> = {
  toHotel: ['406', 'flightArrivalTime', 'terminal', '403', '402', '405', 'roomNumber'],
  fromHotel: ['403', '402', '405', 'roomNumber', '407', '406', 'flightDepartureTime', 'terminal'],
  pointToPoint: ['402', 'dropOffAddress', '407'],
};

/** No driver can go there without these fields; they are required whether the product lists them or not. */
const neededFor: Record<Direction, readonly string[]> = {
  toHotel: ['406', 'flightArrivalTime', '403', '402'],
  fromHotel: ['403', '402', '407'],
  pointToPoint: ['402', 'dropOffAddress', '407'],
};

const ofDirections = new Set(Object.values(fieldsOf).flat());

/** A product's fields of an order with those that the package's directions bring. */
export function withDirections(names: readonly string[], offered: readonly string[]): string[] {
  const known = offered.filter(isDirection);
  if (!known.length) return [...names];
  return [...new Set(['direction', ...names, ...known.flatMap((value) => neededFor[value])])];
}

/** Of those, what the chosen direction asks, in its order; before one is chosen, nothing that depends on it. */
export function fieldsOfDirection(fieldNames: readonly string[], direction: string | undefined): string[] {
  if (!fieldNames.includes('direction')) return [...fieldNames];
  const first = isDirection(direction) ? fieldsOf[direction].filter((name) => fieldNames.includes(name)) : [];
  return ['direction', ...first, ...fieldNames.filter((name) => name !== 'direction' && !ofDirections.has(name))];
}

/** Between two points both are needed. */
export const isNeeded = (name: string, direction: string | undefined): boolean =>
  name === 'dropOffAddress' && direction === 'pointToPoint';

/** By its times ("HH:mm") the flight leaves no later than the drive to it: that fits only a flight on the next day (decision 0738). */
export function isFlightBefore(values: Readonly<Record<string, string>>): boolean {
  const { direction, '407': leave, flightDepartureTime: flight } = values;
  return direction === 'fromHotel' && Boolean(leave && flight && flight <= leave);
}

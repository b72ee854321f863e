// Product types and subtypes (§1, rules §4). The row of a type defines the fields of a booking and how price and stock count.

export type StockBy = 'person' | 'car' | 'room' | 'piece';

type TypeRow = {
  subtypes: readonly number[];
  /** What one unit of quantity means. */
  stockBy: StockBy;
  /** Traveller field codes of §3 asked once per order (contact details are asked anyway). */
  orderFields: readonly number[];
  /** Traveller field codes asked of each traveller; none for cars, rooms and pieces. */
  travellerFields: readonly number[];
  /** Fields of a subtype that differ from its type. */
  of?: Readonly<Record<number, { orderFields?: readonly number[]; travellerFields?: readonly number[] }>>;
};

/** Keyed by the type code of §1. Type 10 carries no label in the source, but §1 sells its two subtypes: it is offered. */
export const productTypes = {
  1: {
    subtypes: [101, 102, 103],
    stockBy: 'person',
    orderFields: [402, 403],
    travellerFields: [102, 202],
    // Nights in hotels and borders on the way: birthday and nationality as well.
    of: { 102: { travellerFields: [102, 202, 104, 109] } },
  },
  2: {
    subtypes: [201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 2041, 2042],
    stockBy: 'person',
    orderFields: [],
    travellerFields: [102],
  },
  3: { subtypes: [301], stockBy: 'person', orderFields: [], travellerFields: [] },
  4: { subtypes: [401, 402], stockBy: 'person', orderFields: [], travellerFields: [] },
  8: { subtypes: [801, 802, 803], stockBy: 'person', orderFields: [], travellerFields: [] },
  // Brought to an address or collected, as the product says (asked-fields.ts).
  10: { subtypes: [1001, 1002], stockBy: 'piece', orderFields: [922, 401], travellerFields: [] },
  // Flight and its times, passengers and luggage, hotel or address (one is enough), where to.
  11: {
    subtypes: [1101, 1102, 1103],
    stockBy: 'car',
    orderFields: [406, 912, 913, 914, 915, 916, 402, 403, 923],
    travellerFields: [],
    // A car by the day meets no flight.
    of: { 1101: { orderFields: [407, 915, 916, 402, 403, 923] } },
  },
  14: {
    subtypes: [701, 702, 703, 704, 705, 1401, 1502, 1503, 1504, 1505],
    stockBy: 'person',
    orderFields: [],
    travellerFields: [],
  },
  16: { subtypes: [1601, 1602], stockBy: 'room', orderFields: [921], travellerFields: [102] },
} as const satisfies Record<number, TypeRow>;

export type ProductType = keyof typeof productTypes;

/** Categories in the order the shop shows them. */
export const productTypeOrder: readonly ProductType[] = [1, 3, 2, 4, 8, 11, 14, 16, 10];

export function isProductType(code: number): code is ProductType {
  return code in productTypes;
}

export function rowOf(type: ProductType): TypeRow {
  return productTypes[type];
}

/** Whether the product includes a driver: its units are cars, and the drivers are entered before the day. */
export function isDriven(type: number | undefined): boolean {
  return type !== undefined && isProductType(type) && rowOf(type).stockBy === 'car';
}

/** Whether its buyers may choose among seats, so that a seat plan can be shown with the choice. */
export const hasSeats = (type: number): boolean => type === 3 || type === 4;

/** Whether a last day is chosen beside the first: a stay, or pieces that are rented by the day. */
export function hasLastDay(stockBy: StockBy, pack: { byDay: boolean } | undefined): boolean {
  return stockBy === 'room' || (pack?.byDay ?? false);
}

/** Ticket types in the display order of §9. */
export const ticketTypes = [10001, 10005, 10002, 10006, 10007, 10003, 10004] as const;
/** The ticket of a whole group; `seats` of its SKU are the persons of one group, where the owner gave them. */
export const groupTicket = 10004;
/** Car types in the display order of §9. */
export const carTypes = [8003, 8001, 8002, 8004, 8005, 8006] as const;
/** Seat classes 15001–15009 as seats in the car (rules §4); 30 means 30 and more. */
export const carSeats: Record<number, number> = {
  15001: 4,
  15002: 5,
  15003: 6,
  15004: 7,
  15005: 9,
  15006: 12,
  15007: 15,
  15008: 20,
  15009: 30,
};

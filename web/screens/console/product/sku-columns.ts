// The columns of a package's SKUs (§1 SKU): persons by ticket type, cars by type and seats, rooms and pieces by their own names.
import { planKinds } from '../../../../domain/product-fields.ts';
import { carSeats, carTypes, ticketTypes } from '../../../../domain/product-types.ts';
import type { Option } from '../../../parts/console/catalogue/draft-fields.tsx';
import type { Words } from '../../../parts/use-words.ts';

export type SkuColumn = {
  name: string;
  /** Of its field, where another name says it better. */
  called?: string;
  wide?: string;
  options?: (words: Words) => Option[];
  text?: true;
};

export const personColumns: SkuColumn[] = [
  {
    name: 'ticketType',
    wide: '!min-w-36',
    options: ({ say }) => [
      ...ticketTypes.map((item): Option => [String(item), say(`catalog.ticket.${item}`)]),
      ['', say('editing.byOwnName')],
    ],
  },
  { name: 'names', wide: '!min-w-40', text: true },
  { name: 'minAge', wide: '!w-20' },
  { name: 'maxAge', wide: '!w-20' },
];
/** A group ticket with its size is a price for one whole group (decision 0640). */
export const groupColumn: SkuColumn = { name: 'seats', called: 'groupMost', wide: '!w-24' };
const carColumns: SkuColumn[] = [
  {
    name: 'carType',
    wide: '!min-w-36',
    options: ({ say }) => [
      ...carTypes.map((carType): Option => [String(carType), say(`catalog.car.${carType}`)]),
      ['', say('editing.byOwnName')],
    ],
  },
  {
    name: 'seatClass',
    wide: '!min-w-32',
    options: ({ say }) => [
      ['', '–'],
      ...Object.keys(carSeats).map((item): Option => [item, say(`catalog.seat.${item}`)]),
    ],
  },
  { name: 'names', wide: '!min-w-32', text: true },
  { name: 'seats', wide: '!w-20' },
  { name: 'luggage', wide: '!w-20' },
];
export const columnsBy: Record<string, SkuColumn[]> = {
  person: personColumns,
  car: carColumns,
  room: [{ name: 'names', wide: '!min-w-48', text: true }],
  piece: [{ name: 'names', wide: '!min-w-48', text: true }],
};

/** Its plan at the supplier of data plans. */
export const planColumns: SkuColumn[] = [
  {
    name: 'planKind',
    wide: '!min-w-36',
    options: ({ say }) => [['', '–'], ...planKinds.map((kind): Option => [kind, say(`editing.planKind.${kind}`)])],
  },
  { name: 'planSku', wide: '!min-w-36', text: true },
  { name: 'planCopies', wide: '!w-20' },
];

/** The end of its label's key. */
export const calledOf = ({ name, called }: SkuColumn) => called ?? (name === 'names' ? 'ownName' : name);

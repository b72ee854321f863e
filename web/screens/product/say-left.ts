// How many are left, by what a product is counted in: rooms are not counted like places, and cars and pieces have a number alone.
import type { OutputOf } from '../../../contract/index.ts';
import type { Words } from '../../parts/use-words.ts';

export type Counted = OutputOf<'productDetail'>['stockBy'];

const keys = { room: 'catalog.stay.left', car: 'catalog.calendar.few', piece: 'catalog.calendar.few' };

/** After a date or a time, however many there are. */
export const sayLeft = ({ say }: Words, by: Counted, left: number): string =>
  say(by === 'person' || left === 0 ? 'catalog.product.slotLeft' : keys[by], { left });

/** A hint that there are few. */
export const sayFewLeft = ({ say }: Words, by: Counted, left: number): string =>
  say(by === 'person' || left === 0 ? 'catalog.product.left' : keys[by], { left });

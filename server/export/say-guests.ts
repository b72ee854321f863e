// The guests of a stay's rooms in words, for papers and mails.
import type { Language } from '../../domain/languages.ts';
import { translate } from '../../locales/translate.ts';
import type { LineOfOrder } from '../order/read.sql.ts';

/** The guests of each room of a stay, "2 adults, 1 child"; '' where nobody was asked. */
export function sayGuests({ room }: LineOfOrder['terms'], language: Language): string {
  if (!room?.guests) return '';
  const { adults, children } = room.guests;
  const parts = [translate(language, 'catalog.stay.adults', { count: adults })];
  if (children > 0) parts.push(translate(language, 'catalog.stay.children', { count: children }));
  return parts.join(', ');
}

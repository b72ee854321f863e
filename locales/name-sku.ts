// A SKU's name where one text says it all, as in lists of the back office and for other systems: its free name, its ticket type, or its
// car with its seats.
import { joinList, type Language, textIn } from '../domain/languages.ts';
import { translate } from './translate.ts';

export type NamedSku = {
  sku_id: number;
  names: Record<string, string>;
  ticket_type: number | null;
  car_type: number | null;
  seat_class: number | null;
};

export function nameSku(sku: NamedSku, language: Language): string {
  const ownName = textIn(sku.names, language);
  if (ownName) return ownName;
  if (sku.ticket_type !== null) return translate(language, `catalog.ticket.${sku.ticket_type}`);
  const parts = [
    sku.car_type === null ? '' : translate(language, `catalog.car.${sku.car_type}`),
    sku.seat_class === null ? '' : translate(language, `catalog.seat.${sku.seat_class}`),
  ];
  return joinList(parts.filter(Boolean), language);
}

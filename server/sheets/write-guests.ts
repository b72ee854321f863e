// Who comes on a day as a file (decision 0777): a row for each line, with what the guide, the driver or the gate needs.
import { sheetInputs } from '../../contract/sheets.ts';
import { joinList, type Language, textIn } from '../../domain/languages.ts';
import { inFieldOrder } from '../../domain/traveller-fields.ts';
import { translate } from '../../locales/translate.ts';
import { type GuestLine, listGuestLines } from '../desk/guests.sql.ts';
import { type GuestRow, guestsOf, readBookings } from '../desk/list-guests.ts';
import { nameUnit } from '../export/compose-voucher.ts';
import { sayNamedField } from '../export/say-fields.ts';
import { dayCell, momentIn } from '../export/send-sheet.ts';
import { forSuppliers } from '../order/delivery/hide-contacts.ts';
import { parseAddress } from '../platform/edge/name-problems.ts';
import { type AnswerSheet, answerSheet, drawWith } from './open-sheet.ts';

export const answerGuestsFile: AnswerSheet = async (context, request, reply) => {
  const { reports, language, site } = context;
  const { format, ...input } = parseAddress(sheetInputs.guests, request.query);
  const whose = { ...guestsOf(context, input), product: input.product ?? null };
  const say = (key: string) => translate(language, key);
  const { columns, draw } = drawWith<GuestRow>(context, [
    ['order.list.column.playOn', 12, ({ line }) => dayCell(line.play_on)],
    ['order.list.column.untilOn', 12, ({ line }) => dayCell(line.until_on)],
    ['order.list.column.session', 8, ({ line }) => line.session],
    ['order.list.column.product', 36, ({ line }) => textIn(line.terms.names, language)],
    ['order.list.column.package', 24, ({ line }) => textIn(line.terms.packageNames, language)],
    ['order.list.column.contact', 24, ({ order }) => order.contact.name],
    ['order.list.column.phone', 18, ({ order }) => sayPhone(order.contact)],
    ['order.list.column.quantity', 10, ({ line }) => line.quantity - line.cancelled_quantity],
    ['order.list.column.ticket', 20, ({ line }) => nameUnit(line, language)],
    ['export.voucher.extras', 24, ({ line }) => sayExtras(line.add_ons, language)],
    [
      'order.list.column.travellers',
      60,
      ({ line }) =>
        line.travellers
          .map((traveller) => sayTraveller(traveller, language))
          .filter(Boolean)
          .join('; '),
    ],
    ['desk.guests.journey', 60, ({ order }) => sayFilled(order.fields, language)],
    ['desk.driver.title', 40, ({ drivers }) => (drivers ?? []).map((driver) => sayDriver(driver, language)).join('; ')],
    ['order.list.column.remark', 40, ({ order }) => order.remark],
    ['order.list.column.status', 16, ({ line }) => say(`order.status.${line.status}`)],
    [
      'export.verify.state.used',
      18,
      ({ line }) => (line.redeemed_at ? momentIn(site.zone, line.redeemed_at) : ''),
      true,
    ],
    ['order.list.column.subOrderNo', 20, ({ line }) => line.sub_order_no],
  ]);
  const found = new Map<string, GuestLine>();
  return answerSheet(context, reply, {
    ...{ list: 'guests', format, columns, input: { ...input, on: whose.on } },
    async listNumbers(most) {
      for (const row of await listGuestLines(reports, whose, most)) found.set(row.sub_order_no, row);
      return [...found.keys()];
    },
    async readRows(numbers) {
      const rows = await readBookings(
        reports,
        numbers.flatMap((number) => found.get(number) ?? []),
      );
      return rows.map(draw);
    },
  });
};

const sayPhone = ({ areaCode, phone }: GuestRow['order']['contact']) => [areaCode, phone].filter(Boolean).join(' ');

const sayExtras = (list: GuestRow['line']['add_ons'], language: Language) =>
  joinList(
    list.map(({ names, quantity }) => `${textIn(names, language)} × ${quantity}`),
    language,
  );

type Driver = NonNullable<GuestRow['drivers']>[number];

const sayDriver = ({ name, areaCode, phone, plate, car, remark }: Driver, language: Language) =>
  joinList([name, phone && `+${areaCode} ${phone}`, plate, car, remark].filter(Boolean), language);

/** What was filled in, each with its name. */
function sayFilled(values: Record<string, string>, language: Language): string {
  const filled = inFieldOrder(Object.entries(forSuppliers(values))).filter(([, value]) => value);
  return joinList(
    filled.map(([name, value]) => sayNamedField(name, value, language)),
    language,
  );
}

function sayTraveller(values: Record<string, string>, language: Language): string {
  const name = values['102'] ? '102' : '101';
  const { [name]: text, ...others } = values;
  return joinList([text ?? '', sayFilled(others, language)].filter(Boolean), language);
}

// Writes what a booking says of its people into its order, where staff, suppliers and vouchers read it, and judges it by the same rules as
// the booking form (§5). What the owner lets follow stays open for the agent (§4 booking completion).
import { judgeOrderAlone, judgeTravellersAlone } from '../../domain/booking-rules.ts';
import type { FieldProblems } from '../../domain/errors.ts';
import { languages, preferredLanguage } from '../../domain/languages.ts';
import { isEmail } from '../../domain/passwords.ts';
import { translate } from '../../locales/translate.ts';
import { markDone, saveFilled, saveTravellers } from '../completion/completion.sql.ts';
import { type OrderToFill, pick, readOrders } from '../completion/read-completion.ts';
import { tidyContact } from '../order/check-booking.ts';
import { judgePlaces } from '../order/settle-booking.ts';
import type { Context } from '../platform/context.ts';
import type { OwnerTrx } from '../platform/db.ts';
import { contactFieldOf } from './asked-details.ts';
import { type BookingRow, writeDetails } from './bookings.sql.ts';
import { type Chosen, contactOfAgency } from './hold-booking.ts';
import { unprocessable } from './octo-problem.ts';
import { fieldsOfContact, leaveShortOut, nameOf, readPhone } from './read-details.ts';
import type { OctoContactInput } from './read-input.ts';

type Values = Record<string, string>;

/** Refuses UNPROCESSABLE_ENTITY with the names of what is missing or wrong; what is missing counts once the booking is `isFinal`. */
export async function writeBooking(
  owner: OwnerTrx,
  context: Context,
  row: BookingRow,
  { details }: Chosen,
  { isFinal }: { isFinal: boolean },
): Promise<void> {
  const [order] = await readOrders(owner, [row.order_no], context.now);
  if (!order) throw new Error(`the order ${row.order_no} has no lines`);
  const lineOf = (at: number) => order.lines.find((line) => line.sub_order_no === `${row.order_no}-${at + 1}`);
  // What the agent filled in by the portal or a link stays.
  const before = order.lines[0]?.fields ?? {};
  const values = { ...before, ...fieldsOfContact(row.contact, details.order), ...row.details.fields };
  const travellers = row.units.map((unit, at) => ({
    ...lineOf(at)?.travellers[0],
    ...fieldsOfContact(unit.contact, details.travellers),
    ...unit.answers,
  }));
  const facts = {
    ...order.orderFacts,
    orderFields: details.order,
    laterOrderFields: isFinal ? [...details.later.order] : details.order,
  };
  const problems = {
    ...judgeContact(row.contact),
    ...judgeOrderAlone(facts, pick(values, details.order)),
    ...judgeTravellers(
      order,
      travellers.map((traveller) => pick(traveller, details.travellers)),
      isFinal ? [...details.later.travellers] : details.travellers,
    ),
  };
  if (Object.keys(problems).length) throw unprocessable('details', { fields: sayFields(context, problems) });
  for (const [at, list] of travellers.entries()) await saveTravellers(owner, `${row.order_no}-${at + 1}`, [list]);
  const places = await placesOf(owner, order, details.order, before, values);
  await saveFilled(owner, row.order_no, { fields: values, notes: order.notes, ...places });
  const open = details.order.filter((name) => !values[name]);
  await writeDetails(owner, row.order_no, {
    contact: readContact(context, row.contact),
    agentReference: row.reseller_reference?.trim() ?? '',
    remark: [row.notes, row.contact.notes, row.details.pickup?.pickupNotes].filter(Boolean).join('\n'),
    notify: listReaders(context, row),
    fieldsLater: open,
  });
  if (order.state === 'open') await completeIfWhole(owner, row.order_no, context.now);
}

const placeNames = ['402', '403', 'dropOffAddress'];

/** A place that did not change keeps the position that a person chose on the map. */
async function placesOf(
  owner: OwnerTrx,
  order: OrderToFill,
  fieldNames: readonly string[],
  before: Values,
  values: Values,
) {
  if (placeNames.every((name) => before[name] === values[name]))
    return { pickup: order.lines[0]?.pickup ?? null, doubtful: false };
  const details = { pickup: null, dropOff: null, orderFields: values };
  const { pickup, secondCheck } = await judgePlaces(owner, order.productId, fieldNames, details);
  return { pickup, doubtful: secondCheck === 'waiting' };
}

async function completeIfWhole(owner: OwnerTrx, orderNo: string, now: Date): Promise<void> {
  const [saved] = await readOrders(owner, [orderNo], now);
  if (saved && !saved.missing.length && !saved.missingOrder.length) await markDone(owner, orderNo);
}

function judgeContact({ emailAddress }: OctoContactInput): FieldProblems {
  const email = emailAddress?.trim();
  return email && !isEmail(email) ? { 'contact.303': { problem: 'emailFormat' } } : {};
}

function judgeTravellers(order: OrderToFill, travellers: Values[], later: string[]): FieldProblems {
  return judgeTravellersAlone({ ...order.facts, laterTravellerFields: later }, travellers);
}

/** "Hotel name, Passport number", with OCTO's name where the contact has it. */
function sayFields({ language }: Context, problems: FieldProblems): string {
  const sentences = Object.entries(problems).map(([path, { problem, min = 0, max = 0 }]) => {
    const name = path.split('.').at(-1) ?? path;
    const label = contactFieldOf(name) ?? translate(language, `order.traveller.${name}`);
    return `${label} (${translate(language, `ui.field.${problem}`, { min, max })})`;
  });
  return [...new Set(sentences)].join('; ');
}

/** A reseller may keep its customers to itself: then the agency is the contact. */
function readContact(context: Context, contact: OctoContactInput) {
  const agency = contactOfAgency(context);
  const email = contact.emailAddress?.trim() || agency.email;
  const phone = leaveShortOut(readPhone(contact.phoneNumber));
  return tidyContact({ name: nameOf(contact) || agency.name, email, ...phone });
}

/** The traveller is notified if the reseller requests it, in the language that it names, otherwise the agency only. */
function listReaders(context: Context, { contact, email_receipt: isAsked }: BookingRow) {
  const { language } = context;
  const email = contact.emailAddress?.trim();
  const agency = { to: 'account', email: contactOfAgency(context).email, language };
  const spoken = preferredLanguage(contact.locales?.join(',').replaceAll('_', '-'), languages) ?? language;
  return isAsked && email ? [{ to: 'contact', email, language: spoken }, agency] : [agency];
}

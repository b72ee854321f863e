// What a booking says of its people, in our fields: the contact, units with a contact and answers each, pick-ups and questions.

import { randomUUID } from 'node:crypto';
import { areaCodes } from '../../domain/area-codes.ts';
import { shownLimits } from '../../domain/limits.ts';
import { type AskedDetails, contactFieldOf, isQuestion, pickupFields } from './asked-details.ts';
import type { StoredDetails, StoredUnit } from './bookings.sql.ts';
import { badRequest, wrongId } from './octo-problem.ts';
import type { OctoPackage } from './products.sql.ts';
import type { OctoContactInput, OctoDetails, OctoUnitInput } from './read-input.ts';

type Answers = { questionId: string; value: string | null }[] | null | undefined;

/** With what is answered now; null takes an answer back. Refuses BAD_REQUEST for an answer to what was not asked. */
function mergeAnswers(
  answers: Answers,
  fieldNames: readonly string[],
  before: Record<string, string> | undefined,
): Record<string, string> {
  const known = (answers ?? []).map(({ questionId, value }) => {
    if (!fieldNames.includes(questionId)) throw badRequest('field', { field: `questionAnswers ${questionId}` });
    return [questionId, value?.trim() ?? ''] as const;
  });
  const merged = { ...before, ...Object.fromEntries(known) };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value));
}

/** Units with a uuid each. Refuses INVALID_UNIT_ID, and uuids that are not all different. */
export function readUnits(
  list: readonly OctoUnitInput[],
  { skus }: OctoPackage,
  fieldNames: readonly string[],
  before: StoredUnit[] = [],
): StoredUnit[] {
  const units = list.map((one, at): StoredUnit => {
    if (!skus.some((sku) => String(sku.sku_id) === one.unitId)) throw wrongId('unitId', one.unitId);
    const uuid = one.uuid ?? before[at]?.uuid ?? randomUUID();
    const known = before.find((each) => each.uuid === uuid);
    return {
      uuid,
      unitId: one.unitId,
      resellerReference: one.resellerReference ?? known?.resellerReference ?? null,
      contact: { ...known?.contact, ...one.contact },
      answers: mergeAnswers(one.questionAnswers, fieldNames, known?.answers),
    };
  });
  if (new Set(units.map(({ uuid }) => uuid)).size !== units.length)
    throw badRequest('field', { field: 'unitItems uuid' });
  return units;
}

/** The order's fields with what is given now; null takes a pick-up back. */
export function mergeDetails(input: OctoDetails, details: AskedDetails, before: StoredDetails = {}): StoredDetails {
  const fields: Record<string, string> = mergeAnswers(input.questionAnswers, details.order, before.fields);
  for (const [name, ours] of Object.entries(pickupFields)) {
    const value = input[ours];
    if (value === undefined || !details.order.includes(name)) continue;
    if (value?.trim()) fields[name] = value.trim();
    else delete fields[name];
  }
  const { pickupRequested = before.pickup?.pickupRequested, pickupNotes = before.pickup?.pickupNotes } = input;
  const { dropoffRequested = before.pickup?.dropoffRequested } = input;
  return {
    fields,
    pickup: {
      pickupRequested: pickupRequested ?? null,
      pickupNotes: pickupNotes ?? null,
      dropoffRequested: dropoffRequested ?? null,
    },
    questions: { order: details.order.filter(isQuestion), unit: details.travellers.filter(isQuestion) },
  };
}

/** "+60 12-345" as country code and digits; digits alone where the code is none that we know. */
export function readPhone(text: string | null | undefined): { areaCode: string; phone: string } {
  const plain = (text ?? '').trim();
  const digits = plain.replace(/\D/g, '').slice(0, 20);
  if (!plain.startsWith('+')) return { areaCode: '', phone: digits };
  const code = areaCodes
    .map((country) => country.code)
    .filter((one) => digits.startsWith(one))
    .sort((a, b) => b.length - a.length)[0];
  return code ? { areaCode: code, phone: digits.slice(code.length) } : { areaCode: '', phone: digits };
}

/** A sale does not fail because of a number that is none: it is left out. */
export function leaveShortOut<Contact extends { areaCode: string; phone: string }>(contact: Contact): Contact {
  return contact.phone.trim().length < shownLimits.phoneShortest ? { ...contact, areaCode: '', phone: '' } : contact;
}

export const nameOf = ({ fullName, firstName, lastName }: OctoContactInput): string =>
  (fullName?.trim() || [firstName, lastName].filter(Boolean).join(' ')).trim();

/** Our fields that a contact fills in, of those that are asked. */
export function fieldsOfContact(contact: OctoContactInput, fieldNames: readonly string[]): Record<string, string> {
  const { areaCode, phone } = leaveShortOut(readPhone(contact.phoneNumber));
  const [first = '', ...rest] = nameOf(contact).split(/\s+/);
  const values: Record<string, string> = {
    '102': contact.firstName?.trim() || first,
    lastname: contact.lastName?.trim() || rest.join(' '),
    '303': contact.emailAddress?.trim() ?? '',
    ...{ '301': phone, '302': phone, areaCode, foreignAreaCode: areaCode },
    '109': contact.country?.trim().toUpperCase() ?? '',
    '404': contact.notes?.trim() ?? '',
  };
  return Object.fromEntries(
    fieldNames.filter((name) => contactFieldOf(name) && values[name]).map((name) => [name, values[name] ?? '']),
  );
}

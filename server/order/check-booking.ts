// The booking form's rules (§5), field by field; the refusal names each field that must be mended.
import type { ParsedInputOf } from '../../contract/index.ts';
import { type FieldProblem, type FieldProblems, Refusal } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { isEmail } from '../../domain/passwords.ts';
import { isProductType, rowOf } from '../../domain/product-types.ts';
import { checkField, isTravellerField, travellerFields } from '../../domain/traveller-fields.ts';
import type { ReadLines } from '../inventory/read-lines.ts';

type Input = ParsedInputOf<'createOrder'>;

/** Refuses invalidInput with all problems at once, agreementNeeded when only that is missing. */
export function checkBooking(input: Input, read: ReadLines): void {
  const fields: FieldProblems = {};
  const note = (name: string, problem: FieldProblem | undefined, max?: number) => {
    if (problem) fields[name] = { problem, max };
  };
  checkContact(input.contact, note);
  note('remark', input.remark.length > limits.remarkLength ? 'tooLong' : undefined, limits.remarkLength);
  note(
    'agentReference',
    input.agentReference.length > limits.agentReferenceLength ? 'tooLong' : undefined,
    limits.agentReferenceLength,
  );
  const asked = fieldsAsked(read);
  for (const code of asked.order)
    note(`orderFields.${code}`, checkField(code, input.orderFields[code]), travellerFields[code].max);
  for (let at = 0; at < asked.travellers; at += 1) {
    for (const code of asked.traveller) {
      note(`travellers.${at}.${code}`, checkField(code, input.travellers[at]?.[code]), travellerFields[code].max);
    }
  }
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  if (!input.agreed) throw new Refusal('agreementNeeded', { fields: { agreed: { problem: 'required' } } });
}

function checkContact(
  contact: Input['contact'],
  note: (name: string, problem: FieldProblem | undefined, max?: number) => void,
): void {
  const name = contact.name.trim();
  note('contact.name', !name ? 'required' : name.length > limits.nameLength ? 'tooLong' : undefined, limits.nameLength);
  const email = contact.email.trim();
  note('contact.email', !email ? 'required' : isEmail(email) ? undefined : 'emailFormat');
  const phone = contact.phone.trim();
  if (phone && !/^\d{1,20}$/.test(phone)) note('contact.phone', 'phoneFormat', limits.phoneLength);
  if (phone && !/^\d{1,4}$/.test(contact.areaCode)) note('contact.areaCode', 'choose');
}

/** Which fields this booking asks for: by the product type's row; travellers only where persons are sold. */
export function fieldsAsked(read: ReadLines) {
  if (!isProductType(read.first.type)) return { order: [], traveller: [], travellers: 0 };
  const row = rowOf(read.first.type);
  const traveller = (read.first.traveller_fields ?? row.travellerFields).filter(isTravellerField);
  const persons = read.lines.reduce((sum, line) => sum + line.quantity, 0);
  return {
    order: (read.first.order_fields ?? row.orderFields).filter(isTravellerField),
    traveller,
    travellers: traveller.length ? persons : 0,
  };
}

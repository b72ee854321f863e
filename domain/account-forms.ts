// The forms of accounts (§1 registrants, §5): their fields and rules. Screens and server share this table, so
// that both judge a field alike. Limits: §5 where it names them, else the nearest of its list.
import { areaCodes, countryCodes } from './area-codes.ts';
import type { FieldProblem, FieldProblems } from './errors.ts';
import { shownLimits } from './limits.ts';
import { hasKnownWord, isCommonPassword, isEmail, isPassword } from './passwords.ts';
import { plainWidth, visibleText } from './phones/plain-width.ts';

type Kind =
  | 'text'
  | 'email'
  | 'digits'
  | 'areaCode'
  | 'country'
  | 'username'
  | 'messenger'
  | 'password'
  | 'confirmation';
export type FieldRule = { kind: Kind; max: number; required?: true; min?: number };
export type FormRules = Record<string, FieldRule>;

const name: FieldRule = { kind: 'text', max: 50, required: true };
const email: FieldRule = { kind: 'email', max: 120, required: true };
const areaCode: FieldRule = { kind: 'areaCode', max: 5, required: true };
/** Digits only, no plus or minus (§5), and as many as a number has. */
const phone: FieldRule = { kind: 'digits', max: 20, required: true, min: shownLimits.phoneShortest };
const messenger: FieldRule = { kind: 'messenger', max: 64 };

const optional = ({ required: _, ...rule }: FieldRule): FieldRule => rule;

const reached = { email, name, areaCode, mobile: phone };
const person = { ...reached, wechat: messenger, line: messenger, whatsapp: messenger };

const place = {
  country: { kind: 'country', max: 2, required: true },
  city: { kind: 'text', max: 60, required: true },
  address: { kind: 'text', max: 255, required: true },
} satisfies FormRules;

const contactOf = (who: string, required: boolean): FormRules => ({
  [`${who}ContactName`]: required ? name : optional(name),
  [`${who}ContactAreaCode`]: required ? areaCode : optional(areaCode),
  [`${who}ContactPhone`]: required ? phone : optional(phone),
  [`${who}ContactEmail`]: required ? email : optional(email),
});

const contacts = { ...contactOf('order', true), ...contactOf('business', false), ...contactOf('settlement', false) };

/** The sign-up form of each registrant (§1): a member's mobile is optional, a distributor's is not. */
export const signUpForms: Record<'individual' | 'personal' | 'corporate', FormRules> = {
  individual: { ...person, areaCode: optional(areaCode), mobile: optional(phone) },
  personal: { ...person, ...place, ...contacts },
  corporate: { ...person, companyName: { kind: 'text', max: 120, required: true }, ...place, ...contacts },
};

const taxNumber: FieldRule = { kind: 'text', max: 40 };
const companyName: FieldRule = { kind: 'text', max: 120, required: true };

/** What the owner approved a distributor by: afterwards the owner approves changes of it. */
export const legalFields = ['name', 'country', 'city', 'address', 'taxNumber'] as const;
type LegalField = (typeof legalFields)[number];
export type LegalData = Record<LegalField, string>;

/** What a distributor changes later, or submits again after a disapproval. */
export const partnerForm: FormRules = { name: companyName, ...place, taxNumber, ...contacts };

/** A partner that staff make: without a contact for orders, the main account's person is it. */
export const newPartnerForms: typeof signUpForms = {
  individual: { ...reached, areaCode: optional(areaCode), mobile: optional(phone) },
  personal: { ...reached, ...place, taxNumber, ...contactOf('order', false) },
  corporate: { ...reached, companyName, ...place, taxNumber, ...contactOf('order', false) },
};

/** Data of a member, which staff may complete for invoices. */
export const memberPartnerForm: FormRules = {
  name: companyName,
  country: optional(place.country),
  city: optional(place.city),
  address: optional(place.address),
  taxNumber,
};

/** The form of data that exists: what was never given may stay empty, and what was given is not emptied (decision 0746). */
export const relaxForm = (form: FormRules, before: Record<string, string>): FormRules =>
  Object.fromEntries(Object.entries(form).map(([field, rule]) => [field, before[field] ? rule : optional(rule)]));

export const profileForm: FormRules = {
  name,
  nickName: optional(name),
  department: { kind: 'text', max: 60 },
  areaCode: optional(areaCode),
  mobile: optional(phone),
  landline: optional(phone),
  wechat: messenger,
  qq: { kind: 'digits', max: 20 },
  line: messenger,
  viber: messenger,
  whatsapp: messenger,
  commonAddress: { kind: 'text', max: 255 },
};

/** Username of a sub-account: a letter first, 6 to 16 letters or digits (§5). */
export const subAccountForm: FormRules = {
  username: { kind: 'username', max: 16, required: true },
  email,
  name,
  nickName: optional(name),
  department: { kind: 'text', max: 60 },
  areaCode: optional(areaCode),
  mobile: optional(phone),
};

const isPlain = new Set<Kind>(['email', 'digits', 'areaCode', 'username', 'messenger']);

/** Addresses, names of accounts and digits with the letters of a full-width keyboard as plain ones (decision 0772). */
export const readWidths = (values: Record<string, string>, rules: FormRules): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([field, text]) => {
      const kind = rules[field]?.kind;
      return [field, kind && isPlain.has(kind) ? plainWidth(text) : text];
    }),
  );

const codes = new Set(areaCodes.map((code) => code.code));
const countries = new Set(countryCodes);

/** The problem of one value, or undefined. Surrounding space is ignored. Length counts characters. */
export function checkValue(value: string, { kind, max, required, min = 0 }: FieldRule): FieldProblem | undefined {
  const text = visibleText(value);
  if (!text) return required ? 'required' : undefined;
  if (kind === 'username') return /^[A-Za-z][A-Za-z0-9]{5,15}$/.test(text) ? undefined : 'usernameRule';
  if ([...text].length > max) return 'tooLong';
  if (kind === 'email' && !isEmail(text)) return 'emailFormat';
  if (kind === 'digits' && !/^\d+$/.test(text)) return 'phoneFormat';
  if ([...text].length < min) return 'tooShort';
  if (kind === 'areaCode' && !codes.has(text)) return 'choose';
  if (kind === 'country' && !countries.has(text)) return 'choose';
  if (kind === 'password' && !isPassword(value)) return 'passwordRule';
  if (kind === 'messenger' && !/^[\w.@+:-]+$/.test(text)) return 'format';
  // Control characters and halves of a character, which the database cannot keep.
  if (/[\p{Cc}\p{Cs}]/u.test(text)) return 'format';
  return undefined;
}

/** The fields of the telephone numbers that an area code belongs to; none for any other field. */
function numbersBeside(field: string): string[] {
  if (field === 'areaCode') return ['mobile', 'landline'];
  return field.endsWith('AreaCode') ? [field.replace(/AreaCode$/, 'Phone')] : [];
}

/** Problems of a form by field; empty when valid. A number needs its area code (§5); an area code alone is fine. */
export function checkForm(values: Record<string, unknown>, rules: FormRules): FieldProblems {
  const problems: FieldProblems = {};
  const textOf = (field: string) => String(values[field] ?? '');
  for (const [field, rule] of Object.entries(rules)) {
    const problem = checkValue(textOf(field), rule);
    if (problem) problems[field] = { problem, max: rule.max, min: rule.min };
    else if (rule.kind === 'confirmation' && textOf(field) !== textOf('password'))
      problems[field] = { problem: 'passwordsDiffer' };
  }
  for (const field of Object.keys(rules)) {
    const hasNumber = numbersBeside(field).some((number) => textOf(number).trim());
    if (hasNumber && !textOf(field).trim()) problems[field] ??= { problem: 'required' };
  }
  return problems;
}

/**
 * §5: 6 to 20 characters with a letter and a non-letter, not a common password, without words of what is `known` about its person, typed
 * twice the same.
 */
export function checkNewPassword(password: string, confirmation: string, known: readonly string[]): FieldProblems {
  const problems: FieldProblems = {};
  if (!password) problems.password = { problem: 'required' };
  else if (!isPassword(password)) problems.password = { problem: 'passwordRule' };
  else if (isCommonPassword(password)) problems.password = { problem: 'passwordCommon' };
  else if (hasKnownWord(password, known)) problems.password = { problem: 'passwordContext' };
  if (!confirmation) problems.confirmation = { problem: 'required' };
  else if (password !== confirmation) problems.confirmation = { problem: 'passwordsDiffer' };
  return problems;
}

export type Contact = { name: string; areaCode: string; phone: string; email: string };
export type Contacts = Record<'order' | 'business' | 'settlement', Contact>;

/** Reads `orderContactName` and its fellows; missing ones are empty. */
export function gatherContacts(data: Record<string, unknown>): Contacts {
  const contactOf = (who: string): Contact => {
    const text = (part: string) => String(data[`${who}Contact${part}`] ?? '').trim();
    return { name: text('Name'), areaCode: text('AreaCode'), phone: text('Phone'), email: text('Email') };
  };
  return { order: contactOf('order'), business: contactOf('business'), settlement: contactOf('settlement') };
}

/** The fields that `gatherContacts` reads. */
export const spreadContacts = (contacts: Contacts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(contacts).flatMap(([who, { name, areaCode, phone, email }]) => [
      [`${who}ContactName`, name],
      [`${who}ContactAreaCode`, areaCode],
      [`${who}ContactPhone`, phone],
      [`${who}ContactEmail`, email],
    ]),
  );

/** Contacts as stored, with every part present. */
export function completeContacts(stored: Partial<Record<string, Partial<Contact>>>): Contacts {
  const complete = (item: Partial<Contact> = {}): Contact => ({
    name: '',
    areaCode: '',
    phone: '',
    email: '',
    ...item,
  });
  return {
    order: complete(stored.order),
    business: complete(stored.business),
    settlement: complete(stored.settlement),
  };
}

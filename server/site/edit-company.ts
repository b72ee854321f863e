// The owner as a company in the back office (rules §10): judged as a whole, saved under one revision, logged. Papers and mails take names
// and sender from here. The currency holds from the first price on, because amounts are written in it.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { checkForm, type FormRules } from '../../domain/account-forms.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { currentZone, listTimeZones } from '../../domain/time-zones.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import {
  type CompanyRow,
  findCompany,
  findCurrencyUse,
  lockCompany,
  moveCurrency,
  writeCompany,
} from './company.sql.ts';
import { forgetSites } from './find-site.ts';
import { forgetAppearance } from './read-appearance.ts';

const companyForm: FormRules = {
  name: { kind: 'text', max: 120, required: true },
  legalName: { kind: 'text', max: 200 },
  taxNumber: { kind: 'text', max: 60 },
  mailName: { kind: 'text', max: 80 },
  mailAddress: { kind: 'email', max: 120 },
  mailReplyTo: { kind: 'email', max: 120 },
};
const longestAddress = 500;

export async function showCompany({ owner }: Context): Promise<OutputOf<'consoleCompany'>> {
  const [row, currencyFixed] = await Promise.all([findCompany(owner), findCurrencyUse(owner)]);
  if (!row) throw new NotHere();
  return {
    name: row.name,
    legalName: row.legal_name,
    legalAddress: row.legal_address,
    taxNumber: row.tax_number,
    zone: currentZone(row.zone),
    currency: row.currency,
    mailName: row.mail_name ?? '',
    mailAddress: row.mail_address ?? '',
    mailReplyTo: row.mail_reply_to ?? '',
    revision: row.revision,
    currencyFixed,
    zones: listTimeZones(row.zone),
  };
}

type Input = ParsedInputOf<'consoleCompanySave'>;

function judge(input: Input): FieldProblems {
  const fields = checkForm(input, companyForm);
  // Lines of an address are the only text here that may have breaks.
  if ([...input.legalAddress].length > longestAddress)
    fields.legalAddress = { problem: 'tooLong', max: longestAddress };
  else if (/[\p{Cc}\p{Cs}]/u.test(input.legalAddress.replace(/\r?\n/g, ' ')))
    fields.legalAddress = { problem: 'characters' };
  if (!isKnownZone(input.zone)) fields.zone = { problem: 'zone' };
  return fields;
}

function isKnownZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}

/** Refuses invalidInput by field, changedMeanwhile. */
export async function saveCompany(context: Context, input: Input): Promise<Record<string, never>> {
  const fields = judge(input);
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  const after: CompanyRow = {
    name: input.name.trim(),
    legal_name: input.legalName.trim(),
    legal_address: input.legalAddress.trim(),
    tax_number: input.taxNumber.trim(),
    zone: input.zone,
    currency: input.currency,
    mail_name: input.mailName.trim() || null,
    mail_address: input.mailAddress.trim() || null,
    mail_reply_to: input.mailReplyTo.trim() || null,
    revision: input.revision,
  };
  await inTransaction(context.owner, async (owner) => {
    const before = await lockCompany(owner);
    if (!before || (await writeCompany(owner, after)) !== 1) throw new Refusal('changedMeanwhile');
    if (before.currency !== after.currency) {
      if (await findCurrencyUse(owner))
        throw new Refusal('invalidInput', { fields: { currency: { problem: 'fixed' } } });
      await moveCurrency(owner, after.currency);
    }
    await logAction(owner, context, { act: 'company-saved', subject: 'company', before, after });
  });
  forgetAppearance(context.owner);
  forgetSites(context.owner);
  return {};
}

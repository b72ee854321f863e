// Sign-up (§1 registrants, §2 signup): fields validated, password hashed, then a mail to the address. Known and unknown addresses get
// the same answer after the same work (security rule 44); only the mail says that an account already exists.

import type { ParsedInputOf } from '../../contract/index.ts';
import { checkForm, checkNewPassword, signUpForms } from '../../domain/account-forms.ts';
import { type FieldProblems, Refusal } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { normalEmail } from '../../domain/passwords.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { listShopNames } from '../site/read-appearance.ts';
import { findAgreement } from '../site/site.sql.ts';
import { checkImageCode } from './check-image-code.ts';
import { hashPassword } from './hash-password.ts';
import { limitAttempts, limitCommon, limitOf } from './limit-attempts.ts';
import { insertSignUp } from './sign-up.sql.ts';

const always = ['registrant', 'email', 'password', 'confirmation', 'agreed', 'flow', 'imageTicket', 'imageCode'];

/** Refuses invalidInput by field, wrongCode and imageCodeNeeded for the picture. */
export async function signUp(
  context: Context,
  input: ParsedInputOf<'register'>,
): Promise<{ resendAfterSeconds: number }> {
  const fields = judge(input, await listShopNames(context));
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  await checkImageCode(context, input);
  const email = normalEmail(input.email);
  const { owner, jobs, language } = context;
  await limitAttempts(context, [
    { bucket: `sign-up-source:${context.source}`, most: limitOf(context, 'signUpsPerSourceHour'), windowSeconds: 3600 },
  ]);
  await limitCommon(context, {
    bucket: `link:${email}`,
    most: limitOf(context, 'linkSendsPerEmailHour'),
    windowSeconds: 3600,
    alone: limits.triesAlone.mail,
  });
  const [hash, agreement] = await Promise.all([
    hashPassword(input.password),
    findAgreement(owner, { token: null, kind: 'registration' }),
  ]);
  const form = signUpForms[input.registrant];
  const data = Object.fromEntries(
    Object.keys(form).map((name) => [name, String(input[name as keyof typeof input] ?? '').trim()]),
  );
  await inTransaction(owner, async (owner) => {
    await insertSignUp(owner, {
      email,
      registrant: input.registrant,
      data,
      password_hash: hash,
      language,
      agreement_version: agreement?.version ?? null,
    });
    await jobs.send(owner, 'account.mail', { kind: 'activate', email, language });
  });
  return { resendAfterSeconds: limits.codeResendSeconds };
}

function judge(input: ParsedInputOf<'register'>, shop: string[]): FieldProblems {
  const form = signUpForms[input.registrant];
  const known = [...shop, input.email, input.name, input.companyName];
  const fields: FieldProblems = {
    ...checkForm(input, form),
    ...checkNewPassword(input.password, input.confirmation, known),
  };
  for (const [name, value] of Object.entries(input))
    if (!(name in form) && !always.includes(name) && value !== '') fields[name] = { problem: 'notRequested' };
  if (!input.agreed) fields.agreed = { problem: 'agree' };
  return fields;
}

// The second factor of staff (RFC 6238: HMAC-SHA-1, 30 seconds, 6 digits): each code works once, one step of drift either way.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import QRCode from 'qrcode';
import { Refusal } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { findAccountById, spendTotpStep, storeTotp } from './account.sql.ts';
import { fitsPassword } from './hash-password.ts';
import { limitAttempts } from './limit-attempts.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const stepSeconds = 30;
const purpose = (ownerId: number, accountId: number) => `second factor ${ownerId} ${accountId}`;

/** The six digits of a secret (bytes) at a 30-second step (RFC 4226 §5.3). */
export function oneTimeCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** The step at which the typed code fits, now or one step to either side; undefined when it does not. */
function stepOf(secret: Buffer, typed: string, now: Date): number | undefined {
  const digits = typed.replace(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return undefined;
  const present = Math.floor(now.getTime() / 1000 / stepSeconds);
  const typedDigits = Buffer.from(digits);
  return [present, present - 1, present + 1].find((step) =>
    timingSafeEqual(Buffer.from(oneTimeCode(secret, step)), typedDigits),
  );
}

/** Refuses secretFactorNeeded without a code and codeWrong by field for a wrong or used one. */
export async function spendOneTimeCode(context: Context, accountId: number, sealed: string, typed: string | undefined) {
  const { owner, vault, now } = context;
  if (!typed?.trim()) throw new Refusal('secondFactorNeeded');
  await limitAttempts(context, [
    { bucket: `factor:${accountId}`, most: limits.passwordTriesPerAccountHour, windowSeconds: 3600 },
  ]);
  const secret = Buffer.from(vault.open(sealed, purpose(owner.id, accountId)), 'base64');
  const step = stepOf(secret, typed, now);
  if (step === undefined || (await spendTotpStep(owner, accountId, step)) !== 1)
    throw new Refusal('secondFactorNeeded', { fields: { oneTimeCode: { problem: 'codeWrong' } } });
}

/** A fresh secret, in force only once a code of it was typed. It travels sealed inside the pending column of the account. */
export async function startFactor(context: Context): Promise<{ secret: string; picture: string }> {
  const { site, owner, vault } = context;
  const staff = staffOf(context);
  // One in force is taken off with the password first.
  if ((await findAccountById(owner, staff.accountId))?.totp_sealed) throw new Refusal('actionNotAllowed');
  const secret = randomBytes(20);
  const sealed = vault.seal(secret.toString('base64'), purpose(owner.id, staff.accountId));
  await storeTotp(owner, staff.accountId, { pending: sealed });
  const letters = lettersOf(secret);
  const label = encodeURIComponent(`${site.ownerName}:${staff.email}`);
  const address = `otpauth://totp/${label}?secret=${letters}&issuer=${encodeURIComponent(site.ownerName)}`;
  return { secret: letters, picture: await QRCode.toDataURL(address, { margin: 1, width: 220 }) };
}

export async function confirmFactor(context: Context, { code }: { code: string }): Promise<Record<string, never>> {
  const { owner, vault, now } = context;
  const { accountId } = staffOf(context);
  await limitAttempts(context, [
    { bucket: `factor:${accountId}`, most: limits.passwordTriesPerAccountHour, windowSeconds: 3600 },
  ]);
  await inTransaction(owner, async (owner) => {
    const sealed = await storeTotp(owner, accountId, { confirm: true });
    const secret = sealed && Buffer.from(vault.open(sealed, purpose(owner.id, accountId)), 'base64');
    const step = secret && stepOf(secret, code, now);
    if (!step || (await spendTotpStep(owner, accountId, step)) !== 1)
      throw new Refusal('invalidInput', { fields: { code: { problem: 'codeWrong' } } });
    await logAction(owner, context, { act: 'factor-on', subject: `staff ${accountId}` });
  });
  return {};
}

export async function stopFactor(context: Context, { password }: { password: string }): Promise<Record<string, never>> {
  const { owner } = context;
  const { accountId } = staffOf(context);
  await limitAttempts(context, [
    { bucket: `password:${accountId}`, most: limits.passwordTriesPerAccountHour, windowSeconds: 3600 },
  ]);
  const row = await findAccountById(owner, accountId);
  if (!(await fitsPassword(row?.password_hash, password)))
    throw new Refusal('invalidInput', { fields: { password: { problem: 'passwordWrong' } } });
  await inTransaction(owner, async (owner) => {
    await storeTotp(owner, accountId, { off: true });
    await logAction(owner, context, { act: 'factor-off', subject: `staff ${accountId}` });
  });
  return {};
}

/** Base 32 without padding, as authenticator apps read it. */
function lettersOf(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('');
}

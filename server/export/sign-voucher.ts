// Signs the content of a voucher's QR code with the owner's own Ed25519 key, made at first need and stored sealed, so that a scanner with
// the public key can tell a real voucher from an invented one without a network.
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { readFacts, signedText, splitToken, type VoucherFacts, writeFacts } from '../../domain/voucher-token.ts';
import type { Owner } from '../platform/db.ts';
import type { Vault } from '../platform/vault.ts';
import { insertVoucherKey, type KeyRow, listVoucherKeys, retireVoucherKey } from './voucher.sql.ts';

export type Signing = { owner: Owner; vault: Vault };

/**
 * Opened keys, for as long as the portal runs under one vault. The test mode has a key of its own (decision 0385): a scanner of the shop
 * refuses what it signed, without a network, too.
 */
const opened = new WeakMap<Vault, Map<string, KeyObject>>();
const nameOf = ({ id, isTest }: Owner) => (isTest ? `${id} test` : `${id}`);
const boundTo = (ownerId: number) => `voucher ${ownerId}`;

/** `s` of the voucher's address. The same facts give the same letters each time. */
export async function signVoucher(signing: Signing, code: string, facts: VoucherFacts): Promise<string> {
  const key = await openKey(signing);
  const text = writeFacts(facts);
  return `${text}.${sign(null, Buffer.from(signedText(code, text)), key).toString('base64url')}`;
}

/** The facts, when one of the owner's keys signed them together with this code; undefined otherwise. */
export async function readToken(
  { owner }: Pick<Signing, 'owner'>,
  code: string,
  token: string,
): Promise<VoucherFacts | undefined> {
  const parts = splitToken(token);
  const facts = parts && readFacts(parts.facts);
  if (!parts || !facts) return undefined;
  const text = Buffer.from(signedText(code, parts.facts));
  const signature = Buffer.from(parts.signature, 'base64url');
  const keys = await listVoucherKeys(owner);
  const good = keys.some((row) => verify(null, text, publicKeyOf(row), signature));
  return good ? facts : undefined;
}

/** SPKI in base64, the present one first. */
export async function listPublicKeys(signing: Signing): Promise<string[]> {
  await openKey(signing);
  return (await listVoucherKeys(signing.owner)).map((row) => row.public_key);
}

async function openKey({ owner, vault }: Signing): Promise<KeyObject> {
  const known = opened.get(vault) ?? new Map<string, KeyObject>();
  opened.set(vault, known);
  const stored = known.get(nameOf(owner));
  if (stored) return stored;
  const present = async () => (await listVoucherKeys(owner)).find((row) => row.purpose === 'voucher');
  const before = await present();
  let key = before && unseal(vault, before, owner.id);
  if (!key) {
    if (before) await retireVoucherKey(owner, before.public_key);
    const made = generateKeyPairSync('ed25519');
    const sealed = vault.seal(made.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), boundTo(owner.id));
    const publicKey = made.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    await insertVoucherKey(owner, publicKey, sealed);
    const after = await present();
    key = after && unseal(vault, after, owner.id);
  }
  if (!key) throw new Error('the key of vouchers cannot be opened: is SECRET_KEY the one it was sealed with?');
  known.set(nameOf(owner), key);
  return key;
}

/** Undefined when it was sealed under another house key. */
function unseal(vault: Vault, row: KeyRow, ownerId: number): KeyObject | undefined {
  try {
    return createPrivateKey(vault.open(row.sealed, boundTo(ownerId)));
  } catch {
    return undefined;
  }
}

function publicKeyOf(row: KeyRow): KeyObject {
  return createPublicKey({ key: Buffer.from(row.public_key, 'base64'), format: 'der', type: 'spki' });
}

// The key pair of a site for secret calls (§7, rules §2), generated when first needed and stored sealed; opens such calls.
import { createDecipheriv, createPrivateKey, generateKeyPair, type KeyObject, privateDecrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { LRUCache } from 'lru-cache';
import { Refusal } from '../../domain/errors.ts';
import type { Context } from '../platform/context.ts';
import type { Owner } from '../platform/db.ts';
import type { Vault } from '../platform/vault.ts';
import { callKeyPurpose, findKey, insertNonce, insertSecretKey } from './site.sql.ts';

const purpose = callKeyPurpose;
const makePair = promisify(generateKeyPair);
/** As strong as a symmetric key of 128 bits (docs/security.md, keys and their life). */
const keyBits = 3072;

export type Secrets = {
  publicKeyOf(owner: Owner): Promise<string>;
  /** The input inside `{ key, iv, body }`. Refuses secretNeeded for anything else and secretRepeated for a nonce used before. */
  open(context: Context, sealed: unknown): Promise<Record<string, unknown>>;
};

export function makeSecrets(vault: Vault): Secrets {
  const known = new LRUCache<number, Pair>({ max: 200 });
  const pairOf = async (owner: Owner) => {
    const stored = known.get(owner.id);
    if (stored) return stored;
    const bound = `${purpose} ${owner.id}`;
    const found = await findKey(owner, purpose);
    const opened = openKey(vault, found, bound);
    if (!opened) {
      const made = await makePair('rsa', {
        modulusLength: keyBits,
        publicKeyEncoding: { type: 'spki', format: 'der' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      });
      const sealed = vault.seal(made.privateKey, bound);
      const publicKey = made.publicKey.toString('base64');
      await insertSecretKey(owner, purpose, { publicKey, sealed, unopened: found?.sealed ?? null });
    }
    const pair = opened ?? openKey(vault, await findKey(owner, purpose), bound);
    if (!pair) throw new Error('the key of a site cannot be opened: is SECRET_KEY the one it was sealed with?');
    known.set(owner.id, pair);
    return pair;
  };
  return {
    publicKeyOf: async (owner) => (await pairOf(owner)).publicKey,
    async open({ owner }, sealed) {
      const { privateKey } = await pairOf(owner);
      const plain = unpack(sealed, privateKey);
      const nonce = plain?._token_;
      if (!plain || typeof nonce !== 'string' || !/^[\w-]{16}$/.test(nonce)) throw new Refusal('secretNeeded');
      if ((await insertNonce(owner, nonce)) !== 1) throw new Refusal('secretRepeated');
      const { _token_, ...input } = plain;
      return input;
    },
  };
}

type Pair = { publicKey: string; privateKey: KeyObject };

/** Undefined without a row, for a pair of fewer bits, or one sealed under another secret key: then a new pair replaces it. */
function openKey(
  vault: Vault,
  row: { public_key: string; sealed: string } | undefined,
  bound: string,
): Pair | undefined {
  if (!row) return undefined;
  try {
    const privateKey = createPrivateKey(vault.open(row.sealed, bound));
    const { modulusLength = 0 } = privateKey.asymmetricKeyDetails ?? {};
    return modulusLength < keyBits ? undefined : { publicKey: row.public_key, privateKey };
  } catch {
    return undefined;
  }
}

/** Undefined for anything that cannot be decrypted, without the reason. */
function unpack(sealed: unknown, privateKey: KeyObject): Record<string, unknown> | undefined {
  const { key, iv, body } = (sealed ?? {}) as Record<string, unknown>;
  if (typeof key !== 'string' || typeof iv !== 'string' || typeof body !== 'string') return undefined;
  try {
    const aes = privateDecrypt({ key: privateKey, oaepHash: 'sha256' }, Buffer.from(key, 'base64'));
    const bytes = Buffer.from(body, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', aes, Buffer.from(iv, 'base64'), { authTagLength: 16 });
    decipher.setAuthTag(bytes.subarray(-16));
    const text = decipher.update(bytes.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8');
    const plain: unknown = JSON.parse(text);
    return plain && typeof plain === 'object' && !Array.isArray(plain) ? (plain as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

// Seals what must be stored but never shown: keys of sites and channels, second factors. AES-256-GCM under the server's secret key,
// which comes from SECRET_KEY or is saved beside the data; docs/operations.md describes how to move it.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readOrMakeFile } from './file-lock.ts';

export type Vault = {
  /** `purpose` is bound in: text sealed for one purpose cannot be opened for another. */
  seal(text: string, purpose: string): string;
  open(sealed: string, purpose: string): string;
  /** In hexadecimal: the same for the same text; it cannot be computed without the secret key. */
  mark(text: string, purpose: string): string;
};

export function makeVault(secret: string): Vault {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'kembara vault', 32));
  const marking = Buffer.from(hkdfSync('sha256', secret, '', 'kembara marks', 32));
  return {
    seal(text, purpose) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return ['v1', iv, cipher.getAuthTag(), body]
        .map((part) => (typeof part === 'string' ? part : part.toString('base64url')))
        .join('.');
    },
    open(sealed, purpose) {
      const [version, iv = '', tag = '', body = ''] = sealed.split('.');
      if (version !== 'v1') throw new Error('sealed in an unknown way');
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(Buffer.from(tag, 'base64url'));
      return decipher.update(Buffer.from(body, 'base64url'), undefined, 'utf8') + decipher.final('utf8');
    },
    mark: (text, purpose) =>
      createHmac('sha256', marking)
        .update(JSON.stringify([purpose, text]))
        .digest('hex'),
  };
}

/** The secret key: from the environment, or generated once and saved in the data folder. */
export function storeHouseKey(configured: string | undefined, folder: string): string {
  if (configured) return configured;
  const file = join(folder, 'house-key');
  mkdirSync(folder, { recursive: true });
  return readOrMakeFile(file, () => randomBytes(32).toString('hex'));
}

// The secret key for commands beside a portal. A portal makes the key at its first start; a command that made one, because it was run
// without the portal's variables, would back up a key that opens nothing, and find no erased person by it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { House } from '../platform/db.ts';
import { makeVault, storeHouseKey } from '../platform/vault.ts';
import { callKeyPurpose, listSealedKeys } from './site.sql.ts';

type Place = { dataFolder: string; houseKey: string | undefined };

/** Throws where none of the database's sealed keys can be opened by the key that is here. */
export async function findHouseKey(house: House, { houseKey, dataFolder }: Place): Promise<string> {
  const sealed = await listSealedKeys(house);
  if (!sealed.length) return storeHouseKey(houseKey, dataFolder);
  const file = join(dataFolder, 'house-key');
  const key = houseKey ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined);
  if (key && sealed.some((row) => opens(key, row))) return key;
  const found = houseKey ? 'SECRET_KEY is not' : key ? `${file} is not` : `Neither SECRET_KEY nor ${file} is`;
  throw new Error(
    `${found} the secret key of this database. Set SECRET_KEY or DATA_FOLDER as the portal has it and try again.`,
  );
}

function opens(key: string, { owner_id: ownerId, sealed }: { owner_id: number; sealed: string }): boolean {
  try {
    return Boolean(makeVault(key).open(sealed, `${callKeyPurpose} ${ownerId}`));
  } catch {
    return false;
  }
}

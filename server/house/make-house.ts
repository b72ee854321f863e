// The installation's first admin (decision 0315), made by a command on the machine: in a fresh installation no account can sign in.
import { languages } from '../../domain/languages.ts';
import { limits } from '../../domain/limits.ts';
import { paths } from '../../domain/paths.ts';
import { insertLink } from '../account/sign-up.sql.ts';
import { type Database, inTransaction } from '../platform/db.ts';
import { hashToken, makeToken } from '../platform/make-ids.ts';
import { findDeskAccount, findHouse, insertHouse, nextOwnerId } from './house.sql.ts';
import { insertHostnames, insertInvited, insertSite } from './owners.sql.ts';

export type FirstAdmin = { address: string; email: string; name: string };

/**
 * Makes the portal at an address ("https://house.example.com") unless there is one, and an admin of it unless there is one of that e-mail.
 * Returns the link to a password, good once for seven days, for the person who runs the command.
 */
export async function makeHouse(database: Database, { address, email, name }: FirstAdmin): Promise<string> {
  const known = await findHouse(database.house);
  const owner = database.forOwner(known?.owner_id ?? (await nextOwnerId(database.house)));
  const { origin, hostname } = new URL(address);
  const token = makeToken();
  await inTransaction(owner, async (owner) => {
    if (!known) {
      await insertHouse(owner, { address: origin, languages: [...languages] });
      await insertHostnames(owner, [hostname]);
      await insertSite(owner, 'Kembara');
    }
    const account = await findDeskAccount(owner, email);
    const accountId = account ?? (await insertInvited(owner, { email, name, language: 'en' }, 'house'));
    await insertLink(owner, {
      ...{ hash: hashToken(token), purpose: 'reset', accountId, actingStaffId: null },
      lifeSeconds: limits.linkLifeSeconds.invite,
    });
  });
  return `${known?.address ?? origin}${paths.resetPassword(token, { first: 1, staff: 1 })}`;
}

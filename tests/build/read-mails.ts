// Mails as their recipients get them, for tests: links and codes are encrypted in the database, and masked for everyone else.

import type { MailText } from '../../server/notification/notification.sql.ts';
import { openMail } from '../../server/notification/store-mail.ts';
import type { Config } from '../../server/platform/config.ts';
import { type Database, rows, sql } from '../../server/platform/db.ts';
import { makeVault, storeHouseKey } from '../../server/platform/vault.ts';

export type ReadMail = MailText & { mail_id: number; occasion: string; recipient: string };

/** Newest first. */
export async function readMails(
  database: Database,
  config: Pick<Config, 'houseKey' | 'dataFolder'>,
  recipient: string,
): Promise<ReadMail[]> {
  const found = await rows(
    database.house,
    sql<
      ReadMail & { owner_id: number; sealed: string | null }
    >`SELECT mail_id, owner_id, occasion, recipient, subject, html, body, sealed
      FROM mail WHERE recipient = ${recipient} ORDER BY mail_id DESC`,
  );
  const vault = makeVault(storeHouseKey(config.houseKey, config.dataFolder));
  return found.map(({ sealed, owner_id, ...mail }) => ({
    ...mail,
    ...(sealed && openMail(vault, database.forOwner(owner_id), recipient, sealed)),
  }));
}

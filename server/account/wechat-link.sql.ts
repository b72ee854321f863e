// Accounts that WeChat opens without a password (§2 wechat/wlogin). Ending an account's sessions for good ends its links as well.
import { changed, firstRow, type Owner, sql } from '../platform/db.ts';

/** A person as one owner's official account knows them. */
export type WechatPerson = { appId: string; openid: string };

export async function findLinkedAccount(owner: Owner, { appId, openid }: WechatPerson): Promise<number | undefined> {
  const row = await firstRow(
    owner,
    sql<{ account_id: number }>`SELECT account_id FROM wechat_link
      WHERE owner_id = ${owner.id} AND app_id = ${appId} AND openid = ${openid}`,
  );
  return row?.account_id;
}

/** A person has one account: a new link replaces the old. 0 when the session that asks has ended meanwhile. */
export function writeLink(owner: Owner, session: Buffer, { appId, openid }: WechatPerson): Promise<number> {
  return changed(
    owner,
    sql`INSERT INTO wechat_link (owner_id, app_id, openid, account_id)
      SELECT owner_id, ${appId}, ${openid}, account_id FROM login_session
      WHERE owner_id = ${owner.id} AND token_hash = ${session} AND acting_staff_id IS NULL AND NOT staff FOR SHARE
      ON CONFLICT (owner_id, app_id, openid) DO UPDATE SET account_id = EXCLUDED.account_id, linked_at = now()`,
  );
}

/** Since when WeChat opens the account; undefined when it does not. */
export async function findLinkDay(owner: Owner, accountId: number, appId: string) {
  const row = await firstRow(
    owner,
    sql<{ since: Date | null }>`SELECT max(linked_at) AS since FROM wechat_link
      WHERE owner_id = ${owner.id} AND account_id = ${accountId} AND app_id = ${appId}`,
  );
  return row?.since ?? undefined;
}

export async function deleteLinks(owner: Owner, accountId: number | string): Promise<void> {
  await sql`DELETE FROM wechat_link WHERE owner_id = ${owner.id} AND account_id = ${accountId}`.execute(owner);
}

export async function deletePartnerLinks(owner: Owner, partnerId: number | string): Promise<void> {
  await sql`DELETE FROM wechat_link l USING account a WHERE l.owner_id = ${owner.id} AND a.owner_id = l.owner_id
    AND a.account_id = l.account_id AND a.partner_id = ${partnerId}`.execute(owner);
}

// The history of a quotation: its changes of status, places held and given back, and the customer's questions.
import { firstRow, type Owner, type OwnerTrx, rows, sql } from '../platform/db.ts';

export type QuotationEvent = {
  event_id: number;
  at: Date;
  version: number;
  action: string;
  actor: string;
  actor_name: string;
  text: string;
};

export async function insertQuotationEvent(
  owner: OwnerTrx,
  id: number,
  event: Omit<QuotationEvent, 'event_id' | 'at'>,
): Promise<number> {
  const row = await firstRow(
    owner,
    sql<{
      event_id: number;
    }>`INSERT INTO quotation_event (owner_id, quotation_id, version, action, actor, actor_name, text)
      VALUES (${owner.id}, ${id}, ${event.version}, ${event.action}, ${event.actor}, ${event.actor_name}, ${event.text})
      RETURNING event_id`,
  );
  return row?.event_id ?? 0;
}

/** Places went back; the lines that they were held for are those of the version. */
export async function noteRelease(
  owner: OwnerTrx,
  { id, version }: { id: number; version: number },
  by: { actor: string; name: string },
): Promise<void> {
  await insertQuotationEvent(owner, id, { version, action: 'release', actor: by.actor, actor_name: by.name, text: '' });
}

export function listQuotationEvents(owner: Owner, id: number): Promise<QuotationEvent[]> {
  return rows(
    owner,
    sql<QuotationEvent>`SELECT event_id, at, version, action, actor, actor_name, text FROM quotation_event
      WHERE owner_id = ${owner.id} AND quotation_id = ${id} ORDER BY event_id DESC LIMIT 200`,
  );
}

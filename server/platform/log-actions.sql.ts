// The log of every action of staff, with before and after; written in the transaction of the action and never changed.
import type { Context, Visitor } from './context.ts';
import { type Owner, sql } from './db.ts';

export type StaffAction = {
  act: string;
  /** What it was done to: "partner 12", "order 26…". */
  subject: string;
  before?: Record<string, unknown> | undefined;
  after?: Record<string, unknown> | undefined;
};

/** The data that the log needs about the actor: of a request, or of work without one. */
export type Acting = Pick<Context, 'source'> & {
  staff: Pick<Visitor, 'accountId' | 'name'> | null;
  visitor: Pick<Visitor, 'name' | 'email' | 'actingStaff'> | null;
};
/** The same where products are written. */
export type Writing = Acting & Pick<Context, 'owner'>;

/** Who acts is the signed-in member of staff, or the one signed in as a partner. */
export async function logAction(
  owner: Owner,
  context: Acting,
  { act, subject, before, after }: StaffAction,
): Promise<void> {
  const { staff, visitor, source } = context;
  const who = staff ? { id: staff.accountId, name: staff.name } : visitor?.actingStaff;
  if (!who) throw new Error('an act without a member of staff');
  const actingFor = !staff && visitor ? `${visitor.name} <${visitor.email}>` : '';
  await sql`INSERT INTO audit_log (owner_id, staff_id, staff_name, acting_for, act, subject, before, after, source)
    VALUES (${owner.id}, ${who.id}, ${who.name}, ${actingFor}, ${act}, ${subject},
      ${before ? JSON.stringify(before) : null}::jsonb, ${after ? JSON.stringify(after) : null}::jsonb, ${source})`.execute(
    owner,
  );
}

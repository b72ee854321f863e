// The caller behind a key (decision 0360): the account that the key works for, with its rights as they are now. What is wrong with the key
// itself is noted, so that the log has it and the answer names it.

import { mayAct } from '../../../domain/account-status.ts';
import { NotSignedIn } from '../../../domain/errors.ts';
import { keyMarks } from '../../../domain/systems.ts';
import type { KeyCaller, Visitor } from '../../platform/context.ts';
import type { Owner } from '../../platform/db.ts';
import { hashToken } from '../../platform/make-ids.ts';
import { describeVisitor } from '../find-session.sql.ts';
import { countCall } from './count-calls.ts';

/** The key of `Authorization: Bearer …`; undefined for anything else, which is not ours to judge. */
export function keyOfHeader(authorization: string | undefined): string | undefined {
  const [, key] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  return key && Object.values(keyMarks).some((mark) => key.startsWith(mark)) && key.length <= 100 ? key : undefined;
}

export type FoundKey = { visitor: Visitor; key: KeyCaller };

/**
 * `console`: the key is used in the back office, where only keys of the owner work. Undefined for a key that is unknown or over; refuses
 * with 401 one that may not be used here.
 */
export async function findKeyCaller(
  owner: Owner,
  key: string,
  address: string,
  console: boolean,
): Promise<FoundKey | undefined> {
  const hash = hashToken(key);
  const used = await countCall(owner, hash, address);
  if (!used) return undefined;
  const isOwners = used.row.key_partner_id === null;
  if (isOwners !== console || !mayAct(used.row.status) || used.row.partner_frozen) throw new NotSignedIn('key');
  const { row, isAdmitted, left } = used;
  const { key_id: id, key_name: name, scopes, is_test: isTest, per_minute: most, minute_left: seconds } = row;
  const problem = !isAdmitted
    ? 'tooFrequent'
    : !row.allowed_here
      ? 'keyElsewhere'
      : !row.systems_open
        ? 'keysClosed'
        : null;
  const visitor = describeVisitor(row, { hash, verAuth: true, actingStaff: null });
  return {
    visitor: { ...visitor, name: `${visitor.name} · ${name}`.slice(0, 100) },
    key: { id, scopes, isTest, problem, limit: { most, left, seconds } },
  };
}

// Notes single messages from and to other systems (decisions 0541, 0572): their name, their order, how they ended. Never their content.
import type { Clock } from '../context.ts';
import type { Owner, Owners } from '../db.ts';
import { makeLineLog } from '../observe/gather-lines.ts';
import { type ChannelMessage, insertChannelMessages } from './messages.sql.ts';

const log = makeLineLog<ChannelMessage>(insertChannelMessages);
export const writeNotedMessages = log.write;

export type Noting = { owner: Owner; owners: Owners; clock: Clock };
/** With a platform's source, or a supplier. */
type Other = { source: number; supplierId?: never } | { source?: never; supplierId: number };
type Line = Pick<ChannelMessage, 'direction' | 'kind' | 'code' | 'isGood'> &
  Other & {
    startedAt: Date;
    reference?: string | undefined;
    orderNo?: string;
  };

const most = { kind: 80, code: 40, reference: 60 };

export function noteMessage({ owner, owners, clock }: Noting, line: Line): void {
  const { startedAt: at, kind, code, reference = '', orderNo = '', source = null, supplierId = null, ...rest } = line;
  log.note(owners, {
    ...{ ...rest, source, supplierId, ownerId: owner.id, at, orderNo },
    ...{
      kind: kind.slice(0, most.kind),
      code: code.slice(0, most.code),
      reference: reference.slice(0, most.reference),
    },
    milliseconds: Math.max(0, clock().getTime() - at.getTime()),
  });
}

// A quotation for the owner's staff (decision 0812): what a hold needs, and nothing of what the agent charges and writes to its customer.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere } from '../../domain/errors.ts';
import { addMoney, money } from '../../domain/money.ts';
import { questionAction } from '../../domain/quotation-status.ts';
import type { Context } from '../platform/context.ts';
import { listQuotationEvents } from './events.sql.ts';
import {
  findMaker,
  findQuotation,
  type LineOfQuotation,
  listQuotationLines,
  listQuotationVersions,
} from './quotation.sql.ts';
import { showHold } from './show-hold.ts';
import { showTyped } from './show-quotation.ts';

type Shown = OutputOf<'consoleQuotation'>;

/** With its partner, all versions, and the lines of the chosen one. Refuses NotHere for drafts that were never sent. */
export async function showToStaff(
  context: Context,
  { id, version }: ParsedInputOf<'consoleQuotation'>,
): Promise<Shown> {
  const { owner, language, site } = context;
  const current = await findQuotation(owner, id, 'staff');
  if (!current) throw new NotHere();
  const versions = await listQuotationVersions(owner, current.quotation_id);
  const shown = versions.find((one) => one.version === (version ?? current.version));
  if (!shown) throw new NotHere();
  const row = { ...current, ...shown, version: current.version };
  const [lines, history, hold, maker] = await Promise.all([
    listQuotationLines(owner, row.quotation_id, shown.version),
    listHistory(context, row.quotation_id),
    showHold(context, row),
    findMaker(owner, row),
  ]);
  return {
    ...{ number: row.number, status: row.status, version: row.version, revision: row.revision, title: row.title },
    id: String(row.quotation_id),
    customerName: row.customer_name,
    validUntil: row.valid_until,
    zone: site.zone,
    lines: lines.map((line) => {
      const { name, details, playOn, dayOn, session, quantity, problem, net } = showTyped(line, row, language);
      return { name, details, playOn, dayOn, session, quantity, problem, net };
    }),
    net: row.total_minor === null ? null : sumNet(lines, row.currency),
    ...{ history, hold, orderNos: row.order_nos, acceptedBy: row.accepted_by },
    partnerId: String(row.partner_id),
    partnerName: maker?.name ?? '',
    madeBy: maker?.person ?? '',
    shown: shown.version,
    versions: versions.map((one) => ({ version: one.version, sentAt: one.sent_at?.toISOString() ?? null })),
  };
}

/** Free text is the agent's: what it costs is not known here, and its price is the customer's. */
function sumNet(lines: LineOfQuotation[], currency: Parameters<typeof money>[1]) {
  const costs = lines.filter((line) => line.product_id !== null).map((line) => line.shown_net_minor ?? 0);
  return addMoney(money(0, currency), ...costs.map((minor) => money(minor, currency)));
}

/** Without what the customer asked its agent; a text only says until when places are held. */
async function listHistory({ owner }: Context, id: number): Promise<Shown['history']> {
  const events = await listQuotationEvents(owner, id);
  return events
    .filter(({ action }) => action !== questionAction)
    .map(({ at, version, action, actor, actor_name: actorName, text }) => ({
      ...{ at: at.toISOString(), version, action, actor, actorName },
      text: action === 'hold' ? text : '',
    }));
}

// Lists of saved quotations: the agent's in the user centre, and every partner's in the back office.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { money } from '../../domain/money.ts';
import type { Context } from '../platform/context.ts';
import { findQuotations, type ListedQuotation } from './list-quotations.sql.ts';
import type { QuotationReader } from './quotation.sql.ts';
import { readerOf } from './save-quotation.ts';
import { showAgentView } from './show-quotation.ts';

const size = 20;

const showHead = (row: ListedQuotation) => ({
  id: String(row.quotation_id),
  number: row.number,
  status: row.status,
  version: row.version,
  customerName: row.customer_name,
  title: row.title,
  validUntil: row.valid_until,
  lines: row.lines,
  madeBy: row.made_by,
  changedAt: row.changed_at.toISOString(),
});

const showRow = (row: ListedQuotation) => ({
  ...showHead(row),
  total: row.total_minor === null ? null : money(row.total_minor, row.currency),
});

type Filter = ParsedInputOf<'quotations'>;

async function find({ owner, site }: Context, reader: QuotationReader, { query, status, page }: Filter) {
  const filter = { query, status: status ?? null, from: (page - 1) * size, size };
  const { total, list } = await findQuotations(owner, reader, filter);
  return { found: { total, page, pages: Math.max(1, Math.ceil(total / size)), zone: site.zone }, list };
}

export async function listOwnQuotations(context: Context, filter: Filter): Promise<OutputOf<'quotations'>> {
  const { found, list } = await find(context, readerOf(context), filter);
  return { ...found, list: list.map(showRow) };
}

export async function listAllQuotations(context: Context, filter: Filter): Promise<OutputOf<'consoleQuotations'>> {
  const { found, list } = await find(context, 'staff', filter);
  const withPartner = list.map((row) => ({
    ...showHead(row),
    partnerId: String(row.partner_id),
    partnerName: row.partner_name,
  }));
  return { ...found, list: withPartner };
}

export async function readQuotation(context: Context, { id }: { id: string }): Promise<OutputOf<'quotation'>> {
  return showAgentView(context, id, readerOf(context));
}

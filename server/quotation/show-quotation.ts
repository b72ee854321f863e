// A saved quotation for its two readers: the agent's view with what each line costs the agent, and the customer's, which is built apart
// and has no field for it (§2 onlinequotation; security rule 36).
import type { OutputOf } from '../../contract/index.ts';
import { todayIn } from '../../domain/dates.ts';
import { NotHere } from '../../domain/errors.ts';
import { type Language, textIn } from '../../domain/languages.ts';
import { addMoney, decimalOf, type Money, money } from '../../domain/money.ts';
import { quotationActions, quotationActionsFor } from '../../domain/quotation-status.ts';
import { nameSku } from '../../locales/name-sku.ts';
import { translate } from '../../locales/translate.ts';
import { pictureOf, shownPicture, storedPicture } from '../catalog/show-card.ts';
import type { Context } from '../platform/context.ts';
import { type CustomerView, composeText, sayQuantity, sayTime } from './compose-text.ts';
import { listQuotationEvents } from './events.sql.ts';
import { shownDay } from './price-lines.ts';
import {
  findMaker,
  findQuotation,
  type LineOfQuotation,
  listQuotationLines,
  type QuotationReader,
  type QuotationRow,
  type QuotedFacts,
} from './quotation.sql.ts';
import { showHold } from './show-hold.ts';

type AgentView = OutputOf<'quotation'>;
type CustomerLine = CustomerView['days'][number]['lines'][number];

const nameUnit = (facts: QuotedFacts, language: Language) =>
  nameSku(
    { sku_id: 0, names: facts.skuNames, ticket_type: facts.ticketType, car_type: facts.carType, seat_class: null },
    language,
  );

function showLine(line: LineOfQuotation, { currency }: QuotationRow, language: Language): CustomerLine {
  const { facts } = line;
  const name = facts ? textIn(facts.names, language) : line.title;
  return {
    position: line.position,
    name,
    packageName: facts ? textIn(facts.packageNames, language) : '',
    unitName: facts ? nameUnit(facts, language) : '',
    text: line.text,
    playOn: shownDay(line.play_on),
    session: line.session,
    untilOn: line.until_on,
    validUntil: facts?.validUntil ?? null,
    byDay: facts?.byDay ?? false,
    quantity: line.quantity,
    guests: line.guests,
    addOns: (facts?.addOns ?? []).map((addOn) => ({ name: textIn(addOn.names, language), quantity: addOn.quantity })),
    picture: facts && showPicture(facts, name, language),
    amount: money(line.amount_minor ?? 0, currency),
  };
}

const showPicture = (facts: QuotedFacts, name: string, language: Language) =>
  shownPicture(storedPicture(facts), pictureOf(facts.scene as never, facts.productKey, name), language);

/** The itinerary: days in order, within a day by hour and then in the agent's order; lines without a day come last. */
function groupByDay(lines: LineOfQuotation[], row: QuotationRow, language: Language): CustomerView['days'] {
  const days = new Map<string, CustomerLine[]>();
  const sorted = [...lines].sort((a, b) => a.session.localeCompare(b.session) || a.position - b.position);
  for (const line of sorted) {
    const on = shownDay(line.play_on) ?? line.day_on ?? '';
    days.set(on, [...(days.get(on) ?? []), showLine(line, row, language)]);
  }
  return [...days]
    .sort(([a], [b]) => Number(a === '') - Number(b === '') || a.localeCompare(b))
    .map(([on, list]) => ({ on: on || null, lines: list }));
}

/** In any language; all texts of the agent stay as they were written. */
export async function showToCustomer(
  { owner, site, now }: Context,
  row: QuotationRow,
  language: Language,
  lines?: LineOfQuotation[],
): Promise<CustomerView> {
  const list = lines ?? (await listQuotationLines(owner, row.quotation_id, row.version));
  const maker = await findMaker(owner, row);
  const { areaCode = '', phone = '' } = maker?.contacts.order ?? {};
  const today = todayIn(site.zone, now.getTime());
  const from: readonly string[] = quotationActions.accept.from;
  return {
    number: row.number,
    version: row.version,
    status: row.status,
    customerName: row.customer_name,
    language: row.language,
    title: row.title,
    greeting: row.greeting,
    terms: row.terms,
    sentOn: todayIn(site.zone, (row.sent_at ?? row.changed_at).getTime()),
    validUntil: row.valid_until,
    agent: { name: maker?.name ?? '', phone: phone && `+${areaCode} ${phone}`, email: maker?.email ?? '' },
    days: groupByDay(list, row, language),
    total: money(row.total_minor ?? 0, row.currency),
    freightLater: list.some(({ facts }) => facts?.freight),
    open: from.includes(row.status) && row.valid_until >= today,
  };
}

/** Refuses NotHere for quotations that the reader does not see. */
export async function showAgentView(context: Context, id: string, reader: QuotationReader): Promise<AgentView> {
  const row = await findQuotation(context.owner, id, reader);
  if (!row) throw new NotHere();
  return showToAgent(context, row, row.version);
}

async function showToAgent(context: Context, row: QuotationRow, version: number): Promise<AgentView> {
  const { owner, language } = context;
  const [lines, events, hold] = await Promise.all([
    listQuotationLines(owner, row.quotation_id, version),
    listQuotationEvents(owner, row.quotation_id),
    showHold(context, row),
  ]);
  const priced = row.total_minor !== null;
  const message = priced ? composeText(await showToCustomer(context, row, row.language, lines), row.language) : '';
  return {
    ...showHead(row),
    ...sumUp(row, lines),
    lines: lines.map((line) => showTyped(line, row, language)),
    zone: context.site.zone,
    history: events.map((event) => ({
      at: event.at.toISOString(),
      version: event.version,
      action: event.action,
      actor: event.actor,
      actorName: event.actor_name,
      text: event.text,
    })),
    orderNos: row.order_nos,
    acceptedBy: row.accepted_by,
    hold,
    actions: quotationActionsFor(row.status, 'agent'),
    message,
  };
}

function showHead(row: QuotationRow) {
  const { status, version, revision, language, currency, title, greeting, terms, percent, number } = row;
  return {
    ...{ status, version, revision, language, currency, title, greeting, terms, percent, number },
    id: String(row.quotation_id),
    customerName: row.customer_name,
    customerEmail: row.customer_email,
    validUntil: row.valid_until,
    target: row.target_minor === null ? '' : decimalOf(money(row.target_minor, currency)),
  };
}

/** Free text costs the agent what it says: its margin is not known here. */
function sumUp({ total_minor, currency }: QuotationRow, lines: LineOfQuotation[]) {
  if (total_minor === null) return { total: null, net: null, margin: null };
  const costs = lines.map((line) => money((line.product_id ? line.shown_net_minor : line.amount_minor) ?? 0, currency));
  const net = addMoney(money(0, currency), ...costs);
  return { total: money(total_minor, currency), net, margin: money(total_minor - net.amountMinor, currency) };
}

/** What a product's line is; free text has its own. */
function sayDetails(line: CustomerLine, language: Language): string {
  return [line.packageName, sayTime(line, language), sayQuantity(line, language)].filter(Boolean).join(' · ');
}

export function showTyped(line: LineOfQuotation, row: QuotationRow, language: Language): AgentView['lines'][number] {
  const { currency } = row;
  const moneyOrNull = (minor: number | null): Money | null =>
    minor === null || line.net_currency === null ? null : money(minor, line.net_currency);
  const amount = line.amount_minor === null ? null : money(line.amount_minor, currency);
  const problem = line.problem ? sayProblem(line.problem, language) : '';
  return {
    productId: line.product_id === null ? '' : String(line.product_id),
    packageId: line.package_id === null ? '' : String(line.package_id),
    skuId: line.sku_id === null ? '' : String(line.sku_id),
    playOn: line.play_on ?? '',
    session: line.session,
    untilOn: line.until_on ?? '',
    quantity: line.quantity,
    guests: line.guests,
    addOns: line.add_ons,
    dayOn: line.day_on ?? '',
    percent: line.percent,
    title: line.title,
    text: line.text,
    price: line.product_id === null && amount ? decimalOf(amount) : '',
    name: line.facts ? textIn(line.facts.names, language) : line.title,
    details: line.facts ? sayDetails(showLine(line, row, language), language) : '',
    problem,
    amount,
    net: moneyOrNull(line.net_minor),
    retail: moneyOrNull(line.retail_minor),
  };
}

export function sayProblem({ refusal, data }: NonNullable<LineOfQuotation['problem']>, language: Language): string {
  const say = (key: string, values?: Record<string, string | number>) => translate(language, key, values);
  const [min, max] = [Number(data?.min ?? 0), Number(data?.max ?? 0)];
  if (data?.guests === 'adults') return `${say('catalog.stay.adult')}: ${say('ui.field.range', { min, max })}`;
  if (data?.guests === 'children')
    return say('catalog.stay.most', { guests: say('catalog.stay.children', { count: max }) });
  if (typeof data?.problem === 'string') return say(`ui.field.${data.problem}`, { min, max });
  const figures = Object.entries(data ?? {}).filter(
    (pair): pair is [string, number | string] => typeof pair[1] === 'number' || typeof pair[1] === 'string',
  );
  return translate(language, `refusal.${refusal}`, { min: 0, max: 0, left: 0, ...Object.fromEntries(figures) });
}

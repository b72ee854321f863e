// Which mail an occasion calls for, in the buyer's language: the e-mailed code, and what became of an order, with the
// vouchers attached once it is confirmed.
import type { Currency } from '../../domain/currencies.ts';
import { describeWhen, formatDay } from '../../domain/dates.ts';
import { formatLocale, type Language, languageOf, textIn } from '../../domain/languages.ts';
import { formatMoney, money } from '../../domain/money.ts';
import { translate } from '../../locales/translate.ts';
import { composeVoucher } from '../export/compose-voucher.ts';
import { everyOrder } from '../order/limit-visibility.ts';
import { findOrder, type LineOfOrder, listLines } from '../order/order.sql.ts';
import { hasVoucher } from '../order/show-order.ts';
import { type Db, inTransaction } from '../platform/db.ts';
import type { JobData, Jobs } from '../platform/jobs.ts';
import { findOwner } from '../site/site.sql.ts';
import { drawMail } from './draw-mail.ts';
import { type Attachment, insertMail, type NewMail } from './notification.sql.ts';

export type Writing = { db: Db; jobs: Jobs };

async function keepMail({ db, jobs }: Writing, ownerId: number, mail: NewMail): Promise<void> {
  await inTransaction(db, async (trx) => {
    const mailId = await insertMail(trx, ownerId, mail);
    if (mailId !== undefined) await jobs.send(trx, 'mail.deliver', { ownerId, mailId });
  });
}

export async function writeCodeMail(
  writing: Writing,
  { ownerId, email, code, language: spoken }: JobData['code.mail'],
): Promise<void> {
  const owner = await findOwner(writing.db, ownerId);
  const language = languageOf(spoken);
  const say = (key: string, values: Record<string, string | number> = {}) => translate(language, key, values);
  const title = say('mail.codeTitle', { code });
  const { html, body } = drawMail({
    language,
    ownerName: owner.name,
    colour: owner.brand_colour,
    title: say('mail.codeHeading'),
    intro: say('mail.codeIntro', { minutes: 10 }),
    code,
    facts: [],
    small: say('mail.codeSmall'),
  });
  await keepMail(writing, ownerId, {
    occasion: `code ${code} ${Date.now()}`,
    recipient: email,
    subject: title,
    html,
    body,
    attachments: [],
  });
}

/** Occasions: paid (waits for confirmation), confirmed (with vouchers), rejected. */
export async function writeOrderMail(
  writing: Writing,
  { ownerId, orderNo, occasion }: JobData['order.changed'],
): Promise<void> {
  const { db } = writing;
  const [owner, order, lines] = await Promise.all([
    findOwner(db, ownerId),
    findOrder(db, ownerId, orderNo, everyOrder()),
    listLines(db, ownerId, [orderNo]),
  ]);
  const first = lines[0];
  if (!order || !first) return;
  const language = languageOf(order.language);
  const say = (key: string, values: Record<string, string | number> = {}) => translate(language, key, values);
  const product = textIn(first.terms.names, language);
  const attachments: Attachment[] = [];
  if (occasion === 'confirmed') {
    for (const line of lines.filter(hasVoucher)) {
      const pdf = await composeVoucher(db, owner, order, line, language);
      attachments.push({
        name: `voucher-${line.sub_order_no}.pdf`,
        type: 'application/pdf',
        base64: pdf.toString('base64'),
      });
    }
  }
  const { html, body } = drawMail({
    language,
    ownerName: owner.name,
    colour: owner.brand_colour,
    title: say(`mail.${occasion}Title`),
    intro: say(`mail.${occasion}Intro`, { name: order.contact.name, product }),
    facts: listFacts(orderNo, product, lines, order.payable_minor, order.currency as Currency, language),
    button: owner.address ? { label: say('mail.openOrder'), href: `${owner.address}/uc/order/${orderNo}` } : undefined,
    small: say('mail.orderSmall', { owner: owner.name }),
  });
  const subject = say(`mail.${occasion}Subject`, { orderNo, product });
  await keepMail(writing, ownerId, {
    occasion: `order ${orderNo} ${occasion}`,
    recipient: order.contact.email,
    subject,
    html,
    body,
    attachments,
  });
}

function listFacts(
  orderNo: string,
  product: string,
  lines: LineOfOrder[],
  payable: number,
  currency: Currency,
  language: Language,
) {
  const locale = formatLocale(language);
  const say = (key: string) => translate(language, key);
  const first = lines[0] as LineOfOrder;
  const when = describeWhen(
    { playOn: first.play_on, session: first.session, untilOn: first.until_on, validUntil: first.valid_until },
    (day) => formatDay(day, locale),
    (key, values) => translate(language, key, values),
  );
  const units = lines.map((line) => `${nameUnit(line, language)} × ${line.quantity}`).join(', ');
  return [
    { label: say('mail.orderNo'), value: orderNo },
    { label: say('mail.product'), value: `${product} · ${textIn(first.terms.packageNames, language)}` },
    { label: say('mail.date'), value: when },
    { label: say('mail.quantity'), value: units },
    { label: say('mail.total'), value: formatMoney(money(payable, currency), locale) },
  ];
}

/** What one unit of a line is called: the SKU's own name, or its ticket or car type. */
export function nameUnit(line: Pick<LineOfOrder, 'terms'>, language: Language): string {
  const own = textIn(line.terms.skuNames, language);
  if (own) return own;
  const { ticketType, carType } = line.terms;
  return translate(language, ticketType ? `ticket.${ticketType}` : `car.${carType ?? 8003}`);
}

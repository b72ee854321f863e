// The mail to a supplier about an order that waits for its answer (rules §7): in the supplier's language, days and times of the product's
// zone, without a price. Its link answers without a login; it is made when the mail is written, so that only the mail holds it.
import { consolePaths } from '../../domain/console-paths.ts';
import { formatInstant, nameZone } from '../../domain/dates.ts';
import { formatLocale, languageOf, textIn } from '../../domain/languages.ts';
import { OrderStatus } from '../../domain/order-status.ts';
import { paths } from '../../domain/paths.ts';
import { translate } from '../../locales/translate.ts';
import { activeSupplier, linesOf, listLineNumbers } from '../order/delivery/delivery.sql.ts';
import { everyOrder } from '../order/limit-visibility.ts';
import { findOrder, listLines } from '../order/read.sql.ts';
import { inTransaction, type OwnerTrx } from '../platform/db.ts';
import type { JobData, Jobs } from '../platform/jobs.ts';
import { hashToken, makeToken } from '../platform/make-ids.ts';
import { findOwner } from '../site/site.sql.ts';
import { findSupplier } from '../supplier/supplier.sql.ts';
import { findLinkEnd, insertSupplyLink, listWaiting } from '../supplier/supply-link.sql.ts';
import { composeMail, listFacts } from './compose-order-mail.ts';
import { findMailText } from './mail-text.sql.ts';
import { storeMail } from './store-mail.ts';
import type { MailParts } from './write-mails.ts';

/** One mail to each person of each supplier that has to answer; with `moved` ("time@line") of that line, which has a new day or number. */
export async function queueSupplyMails(owner: OwnerTrx, jobs: Jobs, orderNo: string, moved?: string): Promise<void> {
  const [at = '', subOrderNo] = moved?.split('@') ?? [];
  const request = moved ? `moved-${at}` : 'first';
  for (const { supplierId, emails } of await listWaiting(owner, orderNo, subOrderNo))
    for (const email of emails) await jobs.send(owner, 'supply.mail', { orderNo, supplierId, email, request });
}

/** Nothing is written once the order waits no more for this supplier. */
export async function writeSupplyMail(writing: MailParts, data: JobData['supply.mail'], now: Date): Promise<void> {
  const { owner } = writing;
  const { orderNo, supplierId, email, request } = data;
  const [company, order, supplier, all, own, until] = await Promise.all([
    findOwner(owner),
    findOrder(owner, orderNo, everyOrder()),
    findSupplier(owner, supplierId),
    listLines(owner, [orderNo]),
    listLineNumbers(owner, [orderNo], linesOf(activeSupplier(owner, supplierId))),
    findLinkEnd(owner, orderNo, now),
  ]);
  const lines = all.filter((line) => own.has(line.sub_order_no) && line.status === OrderStatus.pending);
  const [first] = lines;
  if (!order || !supplier || !first) return;
  const language = languageOf(supplier.language);
  const say = (key: string, values?: Record<string, string>) => translate(language, key, values);
  const token = makeToken();
  const linked = until !== undefined && Boolean(company.address);
  const locale = formatLocale(language);
  const { zone } = first.terms;
  const ending = linked ? `${formatInstant(until, locale, zone)} (${nameZone(zone, locale)})` : '';
  const links = linked
    ? { label: say('notification.mail.supplyButton'), href: `${company.address}${paths.supply(token, language)}` }
    : { label: say('notification.mail.openOrder'), href: `${company.address}${consolePaths.order(orderNo)}` };
  const letter = composeMail({
    language,
    occasion: 'toSupply',
    company,
    values: {
      name: order.contact.name,
      product: textIn(first.terms.names, language),
      orderNo,
      owner: company.name,
      amount: '',
    },
    facts: listFacts(language, 'toSupply', order, lines, {}),
    button: company.address ? links : undefined,
    own: await findMailText(owner, 'toSupply', language),
    ...(linked ? { small: say('notification.mail.supplySmall', { until: ending }) } : {}),
  });
  await inTransaction(owner, async (owner) => {
    const lifeSeconds = linked ? Math.ceil((until.getTime() - now.getTime()) / 1000) : 0;
    const again = { name: 'supply.mail', data } as const;
    const secret = linked ? { words: [token], lifeSeconds, again } : null;
    const occasion = `order ${orderNo} toConfirm:${supplierId}.${request}`;
    if (!(await storeMail(owner, writing, { occasion, recipient: email, ...letter, attachments: [], secret }))) return;
    if (linked) await insertSupplyLink(owner, { hash: hashToken(token), orderNo, supplierId, sentTo: email, until });
  });
}

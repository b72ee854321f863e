// Collects the texts of one sub-order's voucher, in the reader's language, and draws it. It shows no price. A plain voucher has the
// agent's name and logo instead of the owner's.
import { entryOf } from '../../domain/asked-fields.ts';
import { formatDeadline, termsAt } from '../../domain/cancellation.ts';
import { describeWhen, formatDay, formatInstant } from '../../domain/dates.ts';
import { formatLocale, type Language, textIn } from '../../domain/languages.ts';
import { writePhone } from '../../domain/phones/write-phone.ts';
import { voucherAddress } from '../../domain/voucher-token.ts';
import { translate } from '../../locales/translate.ts';
import { findProduct, type ProductRow } from '../catalog/catalog.sql.ts';
import { showSeatPlan } from '../catalog/show-card.ts';
import type { SceneInput } from '../illustration/draw-scene.ts';
import { printScene } from '../illustration/print-scene.ts';
import { agreedTerms } from '../order/cancel/agreed-terms.ts';
import { type ESimRow, findSupplied, isOfLine } from '../order/delivery/esim.sql.ts';
import type { LineOfOrder, OrderRow } from '../order/read.sql.ts';
import { findBegin, listSteps } from '../order/show-journey.ts';
import { hasVoucher, quantityOfVoucher, sayGuests } from '../order/show-order.ts';
import { printPicture } from '../picture/print-picture.ts';
import type { Owner } from '../platform/db.ts';
import type { Vault } from '../platform/vault.ts';
import { describeCompany } from '../site/describe-company.ts';
import type { OwnerRow } from '../site/site.sql.ts';
import { factsOf } from './check-voucher.ts';
import { drawVouchers, type VoucherInput, voucherLabels } from './draw-voucher.ts';
import { titleFor } from './open-document.ts';
import { sayFieldsOfDay } from './say-fields.ts';
import { signVoucher } from './sign-voucher.ts';

/** Wi-Fi and SIM (§1): the only type that a supplier of data plans delivers. */
const simType = 10;

export type Papers = {
  owner: Owner;
  vault: Vault;
  company: OwnerRow;
  order: OrderRow;
  language: Language;
  /** Name and logo shown instead of the owner's. */
  plain?: { name: string; phone: string; logo?: Buffer | undefined } | undefined;
};

export async function composeVoucher(papers: Papers, line: LineOfOrder): Promise<Buffer> {
  return drawVouchers([await gatherVoucher(papers, line)]);
}

/** `beside`: other lines of the same package at the same time, which are printed on the same voucher (decision 0440). */
export async function gatherVoucher(
  papers: Papers,
  line: LineOfOrder,
  beside: readonly LineOfOrder[] = [],
): Promise<VoucherInput> {
  const { owner, vault, company, order, language } = papers;
  const all = [line, ...beside];
  const { terms } = line;
  const locale = formatLocale(language);
  const product = await findProduct(owner, String(line.product_id), language);
  const { kind, time } = terms.scene as SceneInput;
  const texts = (list: Record<string, string>[] | undefined) => (list ?? []).map((item) => textIn(item, language));
  const code = line.voucher_code ?? '';
  const supplied = line.terms.type === simType ? await findSupplied(owner, order.order_no) : undefined;
  const token = await signVoucher({ owner, vault }, code, factsOf(line));
  return {
    language,
    labels: nameLabels(order.order_no, language),
    company: nameProvider(papers),
    order: {
      orderNo: order.order_no,
      subOrderNo: line.sub_order_no,
      voucherCode: code,
      qrText: line.supplier_codes ? '' : voucherAddress(company.address ?? '', code, token),
    },
    theirs: [...new Map(all.flatMap((order) => order.supplier_codes ?? []).map((code) => [code.value, code])).values()],
    product: {
      name: textIn(terms.names, language),
      packageName: textIn(terms.packageNames, language),
      cityLine: textIn(terms.cityNames, language),
      placeText: product ? `${textIn(terms.cityNames, language)} · ${writeDegrees(product)}` : '',
      dateText: sayWhen(line, language),
      entry: product ? translate(language, `catalog.redemption.${entryOf(product.redemption, order.fields)}`) : '',
      timeText: line.session || sayBegin(findBegin(line, order, listSteps(product, language))),
      lines: listUnits(all, language),
      room: listRoom(line, language),
      details: sayFieldsOfDay(order, language),
      extras: [...new Set(all.flatMap((order) => listExtras(order, language)))],
      cancelling: sayDeadline(line, order.placed_at, language),
    },
    travellers: all
      .flatMap((order) => order.travellers.map((each) => each['102'] || each['101'] || ''))
      .filter(Boolean),
    contact: {
      name: order.contact.name,
      email: order.contact.email,
      phone: writePhone(order.contact) || undefined,
    },
    included: texts(product?.content.included),
    notices: texts(product?.content.notices),
    eSims: (supplied?.list ?? [])
      .filter((sim) => all.some(({ sub_order_no: number }) => isOfLine(sim, number)))
      .map((sim) => listActivation(sim, language)),
    issuedAt: formatInstant(order.paid_at ?? order.placed_at, locale, terms.zone),
    picture: await printScene({ kind, time, seed: terms.productKey, variant: 0 }),
    seatPlan: await printPlan(owner, product, language),
  };
}

function nameLabels(orderNo: string, language: Language): VoucherInput['labels'] {
  const say = (key: string) => translate(language, key);
  const labels = Object.fromEntries(voucherLabels.map((label) => [label, say(`export.voucher.${label}`)]));
  const others = {
    entry: say('order.howToUse'),
    seatPlan: say('catalog.seatPlan.title'),
    answers: say('export.document.answers'),
  };
  return { ...(labels as VoucherInput['labels']), ...others, title: titleFor(orderNo, labels.title ?? '', language) };
}

/** Sharp on half a page. */
const planFits = { width: 1400, height: 1400 };

async function printPlan(owner: Owner, product: ProductRow | undefined, language: Language) {
  const plan = product && showSeatPlan(product, language);
  const picture = plan && (await printPicture(owner, plan.src, planFits));
  return plan && picture ? { picture, caption: plan.caption } : undefined;
}

/** The owner, or the agent whose name replaces the owner's. */
function nameProvider({ company, language, plain }: Papers): VoucherInput['company'] {
  if (plain) return { name: plain.name, phone: plain.phone || undefined, brandColour: '#334155', logo: plain.logo };
  return {
    name: company.name,
    phone: company.phone ?? undefined,
    legal: describeCompany(company, (key) => translate(language, key)).join(' · '),
    brandColour: company.brand_colour,
  };
}

/** A wholly cancelled line is listed with its number and marked as cancelled. */
function listUnits(all: readonly LineOfOrder[], language: Language): VoucherInput['product']['lines'] {
  return all.map((order) => {
    const code =
      all.length > 1 && hasVoucher(order) && !order.supplier_codes
        ? order.voucher_code?.replace(/(.{4})(?=.)/g, '$1 ')
        : '';
    return {
      label: nameUnit(order, language),
      quantity: quantityOfVoucher(order) || order.quantity,
      more: [code, sayCancelled(order, language)].filter(Boolean).join(' · '),
    };
  });
}

/** What installing an eSIM takes, in the order in which telephones ask for it. */
function listActivation(row: ESimRow, language: Language): VoucherInput['eSims'][number] {
  const [, address = '', code = ''] = row.activation.split('$');
  const rows: [string, string][] = [
    ['address', address],
    ['code', code],
    ['confirmationCode', row.confirmation_code],
    ['apn', row.apn],
    ['pin', row.pin],
    ['puk', row.puk],
    ['phone', row.phone],
    ['validUntil', row.valid_until],
    ['iccid', row.iccid],
  ];
  return {
    activation: row.activation,
    facts: rows.filter(([, value]) => value).map(([name, value]) => [translate(language, `order.eSim.${name}`), value]),
  };
}

/** Add-ons, what is left on the spot as a security, and the number under which the supplier knows the line. */
function listExtras({ add_ons: addOns, supplier_reference: number, terms }: LineOfOrder, language: Language): string[] {
  const deposit = textIn(terms.deposits ?? {}, language).replace(/\s+/g, ' ');
  return [
    ...addOns.map((addOn) => `${textIn(addOn.names, language)} ×\u00a0${addOn.quantity}`),
    deposit && translate(language, 'order.depositOnSpot', { text: deposit }),
    number && translate(language, 'order.reference', { number }),
  ].filter(Boolean);
}

/** Of a stay: who sleeps in each room, its beds and meals, and the times of the installation. */
function listRoom({ terms }: LineOfOrder, language: Language): string[] {
  const { room, checkIn, checkOut } = terms;
  if (!room) return [];
  const say = (key: string, values: Record<string, string | number> = {}) => translate(language, key, values);
  const guests = sayGuests(terms, language, say);
  const beds = textIn(room.beds, language);
  return [
    guests && say('catalog.stay.eachRoom', { guests }),
    room.guests?.children ? say('catalog.stay.child', { age: room.childAge ?? 0 }) : '',
    beds && say('catalog.stay.beds', { beds }),
    room.board ? say(`catalog.board.${room.board}`) : '',
    checkIn ? say('catalog.stay.checkIn', { time: checkIn }) : '',
    checkOut ? say('catalog.stay.checkOut', { time: checkOut }) : '',
  ].filter(Boolean);
}

/** The deadline of free cancellation as agreed, by the clock of the product; what was booked after it was never free to cancel. */
function sayDeadline(line: LineOfOrder, placedAt: Date, language: Language): string {
  const { rules, use } = agreedTerms(line);
  const terms = termsAt(rules, use, placedAt.getTime());
  // Where a part would be given back, nothing short is true.
  if (!terms.freeUntil)
    return rules.length > 0 && terms.feePercent < 100 ? '' : translate(language, 'catalog.policy.none');
  const date = formatDeadline(terms, formatLocale(language), use.zone);
  return translate(language, 'catalog.policy.freeUntil', { date });
}

const sayBegin = (begin: ReturnType<typeof findBegin>) => begin && `${begin.time} · ${begin.title}`;

type Timed = Pick<LineOfOrder, 'play_on' | 'until_on' | 'valid_until' | 'terms'>;

/** The day, the nights of a stay or the validity; the time of day is separate. */
export function sayWhen(line: Timed, language: Language): string {
  return describeWhen(
    {
      playOn: line.play_on,
      session: '',
      untilOn: line.until_on,
      validUntil: line.valid_until,
      byDay: line.terms.byDay,
    },
    (day) => formatDay(day, formatLocale(language)),
    (key, values) => translate(language, key, values),
  );
}

/** "1 of 3 cancelled", and what is asked to be; '' where nothing was. */
export function sayCancelled(
  {
    quantity: total,
    cancelled_quantity: cancelled,
    asked_quantity: requestedQuantity,
  }: Pick<LineOfOrder, 'quantity' | 'cancelled_quantity' | 'asked_quantity'>,
  language: Language,
): string {
  const parts = [
    cancelled > 0 && translate(language, 'order.list.cancelledOf', { count: cancelled, total }),
    requestedQuantity > 0 && translate(language, 'order.list.requestedOf', { count: requestedQuantity, total }),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** The name of one unit of a line: the SKU's name, or its ticket or car type. */
export function nameUnit({ terms }: Pick<LineOfOrder, 'terms'>, language: Language): string {
  const type = terms.ticketType ? `catalog.ticket.${terms.ticketType}` : `catalog.car.${terms.carType ?? 8003}`;
  return textIn(terms.skuNames, language) || translate(language, type);
}

/** As maps read it and paper shows it: 3°09'00.0"N 101°42'00.0"E, to some three metres. */
function writeDegrees({ lat, lng }: { lat: number; lng: number }): string {
  const write = (degrees: number, [above, below]: [string, string]) => {
    const tenths = Math.round(Math.abs(degrees) * 36_000);
    const minutes = String(Math.floor((tenths % 36_000) / 600)).padStart(2, '0');
    const seconds = ((tenths % 600) / 10).toFixed(1).padStart(4, '0');
    return `${Math.floor(tenths / 36_000)}°${minutes}'${seconds}"${degrees < 0 ? below : above}`;
  };
  return `${write(lat, ['N', 'S'])} ${write(lng, ['E', 'W'])}`;
}

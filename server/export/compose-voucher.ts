// Gathers what the voucher of one sub-order says, in the buyer's language, and has it drawn.
import { describeWhen, formatDay, formatInstant } from '../../domain/dates.ts';
import { formatLocale, type Language, textIn } from '../../domain/languages.ts';
import { translate } from '../../locales/translate.ts';
import { findProduct } from '../catalog/catalog.sql.ts';
import { drawScene } from '../illustration/draw-scene.ts';
import { encodePicture } from '../illustration/encode-picture.ts';
import type { LineOfOrder, OrderRow } from '../order/order.sql.ts';
import type { Db } from '../platform/db.ts';
import type { OwnerRow } from '../site/site.sql.ts';
import { drawVoucher, type VoucherInput, voucherLabels } from './draw-voucher.ts';

export async function composeVoucher(
  db: Db,
  owner: OwnerRow,
  order: OrderRow,
  line: LineOfOrder,
  language: Language,
): Promise<Buffer> {
  const { terms } = line;
  const locale = formatLocale(language);
  const product = await findProduct(db, order.owner_id, String(line.product_id), language);
  const scene = drawScene({ ...(terms.scene as Parameters<typeof drawScene>[0]), seed: terms.productKey, variant: 0 });
  const texts = (list: Record<string, string>[] | undefined) => (list ?? []).map((one) => textIn(one, language));
  const unit =
    textIn(terms.skuNames, language) ||
    translate(language, terms.ticketType ? `ticket.${terms.ticketType}` : `car.${terms.carType ?? 8003}`);
  const labels = Object.fromEntries(
    voucherLabels.map((label) => [label, translate(language, `voucher.${label}`)]),
  ) as VoucherInput['labels'];
  return drawVoucher({
    language,
    labels,
    owner: { name: owner.name, phone: owner.phone ?? undefined, brandColour: owner.brand_colour },
    order: {
      orderNo: order.order_no,
      subOrderNo: line.sub_order_no,
      voucherCode: line.voucher_code ?? '',
      qrText: `KEMBARA:${line.sub_order_no}:${line.voucher_code}`,
    },
    product: {
      name: textIn(terms.names, language),
      packageName: textIn(terms.packageNames, language),
      cityLine: textIn(terms.cityNames, language),
      dateText: describeWhen(
        { playOn: line.play_on, session: '', untilOn: line.until_on, validUntil: line.valid_until },
        (day) => formatDay(day, locale),
        (key, values) => translate(language, key, values),
      ),
      timeText: line.session || undefined,
      lines: [{ label: unit, quantity: line.quantity }],
    },
    travellers: line.travellers.map((one) => one['102'] ?? '').filter(Boolean),
    contact: {
      name: order.contact.name,
      email: order.contact.email,
      phone: order.contact.phone ? `+${order.contact.areaCode} ${order.contact.phone}` : undefined,
    },
    included: texts(product?.content.included),
    notices: texts(product?.content.notices),
    issuedAt: formatInstant(order.paid_at ?? order.placed_at, locale, terms.zone),
    picture: await encodePicture(scene, 600, 'jpeg'),
  });
}

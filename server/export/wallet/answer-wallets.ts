// Passes for wallets on telephones (decision 0442), for everybody who sees the voucher of the booking: a file for Apple's, and the way to
// Google's. Only of a line that is valid.
import { NotHere } from '../../../domain/errors.ts';
import { joinList, textIn } from '../../../domain/languages.ts';
import { paths } from '../../../domain/paths.ts';
import { pickupField } from '../../../domain/pickup-times.ts';
import { voucherAddress } from '../../../domain/voucher-token.ts';
import { findProduct } from '../../catalog/catalog.sql.ts';
import { drawCompass } from '../../illustration/draw-compass.ts';
import { encodeIcon } from '../../illustration/encode-picture.ts';
import { findOrder, findPlaces, type LineOfOrder, listLines } from '../../order/read.sql.ts';
import { quantityOfVoucher } from '../../order/show-order.ts';
import { sendFile } from '../../platform/bind-files.ts';
import type { Context } from '../../platform/context.ts';
import type { FastifyReply, FastifyRequest } from '../../platform/http.ts';
import { findOwner } from '../../site/site.sql.ts';
import { factsOf } from '../check-voucher.ts';
import { nameUnit, sayWhen } from '../compose-voucher.ts';
import { admitToPass } from '../pass/share-pass.ts';
import { groupLines, stateOfLine } from '../pass/show-pass.ts';
import { signVoucher } from '../sign-voucher.ts';
import { linkGooglePass, type PassFacts, packApplePass } from './compose-pass.ts';
import { canSign, openApple, openGoogle } from './edit-wallets.ts';
import { findWallet } from './wallet.sql.ts';

export async function answerApplePass(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const { owner, vault, now } = context;
  const facts = await readFacts(context, request);
  const row = await findWallet(owner, 'apple');
  if (row?.kind !== 'apple' || !canSign(row, now)) throw new NotHere();
  const icon = (pixels: number) => encodeIcon(drawCompass(facts.brandColour), pixels);
  const signer = openApple(owner, vault, row.sealed);
  const bytes = await packApplePass(facts, { setting: row.facts, signer, icon }, now);
  return sendFile(reply, `${facts.orderNo}.pkpass`, 'application/vnd.apple.pkpass', bytes);
}

export async function answerGooglePass(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const { owner, vault, now } = context;
  const facts = await readFacts(context, request);
  const row = await findWallet(owner, 'google');
  if (row?.kind !== 'google') throw new NotHere();
  const address = linkGooglePass(facts, row.facts, openGoogle(owner, vault, row.sealed), now);
  return reply.header('referrer-policy', 'no-referrer').redirect(address, 302);
}

/** NotHere for a line that is not valid, or not of an order that the reader sees. */
async function readFacts(context: Context, request: FastifyRequest): Promise<PassFacts> {
  const { owner, vault, language, site, now } = context;
  const { orderNo = '', key, line: lineNumber } = request.query as Record<string, string | undefined>;
  if (!/^[A-Z0-9]{8,20}$/.test(orderNo)) throw new NotHere();
  const { visible } = await admitToPass(context, { orderNo, key: key === undefined ? undefined : String(key) });
  const order = await findOrder(owner, orderNo, visible);
  const stop = order && groupLines(await listLines(owner, [orderNo])).find((lines) => lines.some(isAsked));
  const line = stop?.find(isAsked);
  // A wallet would show our code, which the supplier's gate does not know.
  if (!order || !line?.voucher_code || line.supplier_codes || stateOfLine(line, now) !== 'valid') throw new NotHere();
  const [company, places, product] = await Promise.all([
    findOwner(owner),
    findPlaces(owner, orderNo),
    findProduct(owner, String(line.product_id), language),
  ]);
  const address = company.address ?? context.origin;
  const timed = pickupField(order.fields);
  return {
    language,
    ownerName: site.ownerName,
    ownerPhone: company.phone ?? '',
    brandColour: company.brand_colour,
    orderNo,
    code: line.voucher_code,
    qrText: voucherAddress(
      address,
      line.voucher_code,
      await signVoucher({ owner, vault }, line.voucher_code, factsOf(line)),
    ),
    title: textIn(line.terms.names, language),
    when: [sayWhen(line, language), line.session].filter(Boolean).join(' '),
    units: sayUnits(stop ?? [], context),
    pickup: [timed ? order.fields[timed] : '', places?.pickup?.address].filter(Boolean).join(' · '),
    link: address + paths.pass(orderNo, key),
    playOn: line.play_on,
    session: line.valid_until ? '' : line.session,
    lastDay: line.valid_until ?? line.until_on ?? line.play_on,
    zone: line.terms.zone,
    lat: product?.lat ? product.lat : null,
    lng: product?.lng ? product.lng : null,
  };

  function isAsked(order: LineOfOrder): boolean {
    return order.sub_order_no === lineNumber;
  }
}

/** The part of the stop that is not cancelled. */
function sayUnits(lines: readonly LineOfOrder[], { language, now }: Context): string {
  const valid = lines.filter((line) => stateOfLine(line, now) === 'valid');
  return joinList(
    valid.map((line) => `${nameUnit(line, language)} ×\u00a0${quantityOfVoucher(line)}`),
    language,
  );
}

// Reports used units to Ctrip and Trip.com by OrderConsumedNotice (0540), as public implementations send it. Whether useQuantity
// counts all so far or this time alone is uncertain. Never tried against the real one.
import { createHash } from 'node:crypto';
import { z } from '../../../contract/call.ts';
import { askPlatform, PlatformSilence, parsePlatform } from '../pull/ask-platform.ts';
import { chinaTime } from '../pull/pull-port.ts';
import { type CtripSecret, sealCtrip } from '../signed/ctrip-crypto.ts';
import { countUnits, type UseReporter } from './report-port.ts';
import type { ClaimedUse } from './uses.sql.ts';

const address = 'https://ttdentry.ctrip.com/ttd-connect-orderentryapi/supplier/order/notice.do';
const serviceName = 'OrderConsumedNotice';
const answer = z.object({ header: z.object({ resultCode: z.coerce.string() }) });
/** Of the sign and of the account. */
const keyCodes = ['0002', '0003'];

/** A line of Ctrip's is a SKU; without its numbers all of the order is one line. */
function itemsOf({ items, lines, used_units: all }: ClaimedUse) {
  const [first] = lines;
  const dates = { useStartDate: first?.playOn ?? '', useEndDate: first?.playOn ?? '' };
  if (!items?.length) return [{ ...dates, quantity: countUnits({ lines }), useQuantity: all }];
  return items.map(({ id, ref }) => {
    const ofSku = lines.filter((line) => String(line.skuId) === ref.split('-')[0]);
    const useQuantity = ofSku.reduce((sum, line) => sum + line.used, 0);
    return { itemId: id, ...dates, quantity: countUnits({ lines: ofSku }), useQuantity };
  });
}

export const reportToCtrip: UseReporter = {
  kindOf: () => serviceName,
  async report({ account, keys, baseUrl = address, now }, use) {
    const { order_no: supplierOrderId, reference: otaOrderId } = use;
    // The same in each repetition of a day.
    const mark = createHash('md5').update(`${supplierOrderId} ${use.used_units}`).digest('hex');
    const requestTime = chinaTime(now);
    const message = { sequenceId: requestTime.slice(0, 10) + mark, otaOrderId, supplierOrderId, items: itemsOf(use) };
    const header = { accountId: account, serviceName, requestTime, version: '1.0' };
    const sent = JSON.stringify(sealCtrip(header, message, keys as CtripSecret));
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: sent };
    const reply = answer.safeParse(parsePlatform(await askPlatform('ctrip', serviceName, baseUrl, init)));
    if (!reply.success) throw new PlatformSilence('odd', reply.error);
    const { resultCode: code } = reply.data.header;
    if (keyCodes.includes(code)) throw new PlatformSilence('key', undefined, code);
    return { code, isGood: code === '0000' };
  },
};

// Reports used units to Meituan by its consumption notice (0540): signed in the header, not encrypted, as public implementations
// send it. Never tried against the real one.
import { z } from '../../../contract/call.ts';
import { askPlatform, PlatformSilence } from '../pull/ask-platform.ts';
import { asNumber, readMeituanAnswer, signMeituan } from '../signed/meituan-message.ts';
import { countUnits, type UseReporter } from './report-port.ts';

const address = 'https://openapi.meituan.com';
const path = '/rhone/mtp/api/order/consume/notice';
const answer = z.object({ code: z.coerce.number() });
const done = 200;
const keyCodes = [401, 403];

export const reportToMeituan: UseReporter = {
  kindOf: () => 'order/consume/notice',
  async report({ account, keys, baseUrl = address, now }, use) {
    const url = new URL(baseUrl.replace(/\/+$/, '') + path);
    const date = now.toUTCString();
    const { appKey = '', signKey = '', aesKey = '' } = keys;
    const body = JSON.stringify({
      partnerId: asNumber(account),
      body: {
        ...{ orderId: asNumber(use.reference), partnerOrderId: use.order_no },
        ...{ quantity: countUnits(use), usedQuantity: use.used_units },
      },
    });
    const headers = {
      ...{ PartnerId: account, AppKey: appKey, Date: date, 'content-type': 'application/json; charset=utf-8' },
      Authorization: `MWS ${appKey}:${signMeituan('POST', url.pathname, date, signKey)}`,
    };
    const reply = await askPlatform('meituan', 'consume', url.href, { method: 'POST', headers, body });
    const read = answer.safeParse(readMeituanAnswer(reply, aesKey));
    if (!read.success) throw new PlatformSilence('odd', read.error);
    const { code } = read.data;
    if (keyCodes.includes(code)) throw new PlatformSilence('key', undefined, code);
    return { code: String(code), isGood: code === done };
  },
};

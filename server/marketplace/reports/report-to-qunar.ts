// Reports used units to Qunar by noticeOrderConsumed (0540), as public implementations send it. Whether its address supports https is
// uncertain. Never tried against the real one.
import { z } from '../../../contract/call.ts';
import { askPlatform, PlatformSilence, parsePlatform } from '../pull/ask-platform.ts';
import { askQunar, isSignedByQunar, readQunar } from '../signed/qunar-message.ts';
import { countUnits, type UseReporter } from './report-port.ts';

const address = 'https://agent.piao.qunar.com/api/external/supplierServiceV2.qunar';
const method = 'noticeOrderConsumed';
const answer = z.object({ data: z.string(), signed: z.string() });
const header = z.object({ code: z.string() });
const done = '1000';

export const reportToQunar: UseReporter = {
  kindOf: () => method,
  async report({ account, keys: { signKey = '' }, baseUrl = address, now }, use) {
    const order = {
      ...{ partnerorderId: use.order_no, orderQuantity: countUnits(use), useQuantity: use.used_units, consumeInfo: '' },
    };
    const notice = { bodyType: 'NoticeOrderConsumedRequestBody', supplierIdentity: account, order };
    const requestParam = JSON.stringify(askQunar(notice, signKey, now));
    const init = { method: 'POST', body: new URLSearchParams({ method, requestParam }) };
    const reply = answer.safeParse(parsePlatform(await askPlatform('qunar', method, baseUrl, init)));
    if (!reply.success) throw new PlatformSilence('odd', reply.error);
    const { data, signed } = reply.data;
    if (!isSignedByQunar(data, signed, signKey)) throw new PlatformSilence('key');
    const read = header.safeParse(readQunar(data, 'response')?.header);
    if (!read.success) throw new PlatformSilence('odd', read.error);
    const { code } = read.data;
    return { code, isGood: code === done };
  },
};

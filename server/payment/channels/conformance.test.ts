// Every channel on stage. A new one is a line here and a cast beside the others (template.md).
import { afterAll, beforeAll } from 'vitest';
import { setUpAlipay } from '../../../tests/build/gateways/set-up-alipay.ts';
import { setUpBillionConnect } from '../../../tests/build/gateways/set-up-billion-connect.ts';
import { setUpChillPay } from '../../../tests/build/gateways/set-up-chill-pay.ts';
import { setUpGbPay } from '../../../tests/build/gateways/set-up-gb-pay.ts';
import { setUpIPay88 } from '../../../tests/build/gateways/set-up-ipay88.ts';
import { setUpLianLian } from '../../../tests/build/gateways/set-up-lianlian.ts';
import { setUpMidtrans } from '../../../tests/build/gateways/set-up-midtrans.ts';
import { setUpSandbox } from '../../../tests/build/gateways/set-up-sandbox.ts';
import { setUpStripe } from '../../../tests/build/gateways/set-up-stripe.ts';
import { setUpTelr } from '../../../tests/build/gateways/set-up-telr.ts';
import { setUpWechat } from '../../../tests/build/gateways/set-up-wechat.ts';
import { thorough } from '../../../tests/build/how-thorough.ts';
import { openTheatre, type Theatre } from '../../../tests/build/set-up-channels.ts';
import { testChannel } from './conformance.ts';

const casts = [
  setUpSandbox,
  setUpStripe,
  setUpAlipay,
  setUpWechat,
  setUpChillPay,
  setUpGbPay,
  setUpIPay88,
  setUpLianLian,
  setUpMidtrans,
  setUpTelr,
  setUpBillionConnect,
];

let theatre: Theatre;
beforeAll(async () => {
  theatre = await openTheatre(casts);
});
afterAll(() => theatre.close());

/** FLOOD notices at each channel (npm run conform -- --flood 10000); a usual run has a few at one. */
const floodOf = (channel: string) => Number(process.env.FLOOD ?? (thorough ? 1000 : channel === 'sandbox' ? 40 : 0));

for (const { channel, timed } of casts) testChannel(channel, timed, () => theatre.stageOf(channel), floodOf(channel));

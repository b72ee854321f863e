// Every channel on stage. A new one is a line here and a cast beside the others (template.md).
import { afterAll, beforeAll } from 'vitest';
import { setUpAlipay } from '../../../tests/build/gateways/set-up-alipay.ts';
import { setUpChillPay } from '../../../tests/build/gateways/set-up-chill-pay.ts';
import { setUpGbPay } from '../../../tests/build/gateways/set-up-gb-pay.ts';
import { setUpIPay88 } from '../../../tests/build/gateways/set-up-ipay88.ts';
import { setUpSandbox } from '../../../tests/build/gateways/set-up-sandbox.ts';
import { setUpStripe } from '../../../tests/build/gateways/set-up-stripe.ts';
import { setUpWechat } from '../../../tests/build/gateways/set-up-wechat.ts';
import { openTheatre, type Theatre } from '../../../tests/build/set-up-channels.ts';
import { testChannel } from './conformance.ts';

const casts = [setUpSandbox, setUpStripe, setUpAlipay, setUpWechat, setUpChillPay, setUpGbPay, setUpIPay88];

let theatre: Theatre;
beforeAll(async () => {
  theatre = await openTheatre(casts);
});
afterAll(() => theatre.close());

for (const { channel, timed } of casts) testChannel(channel, timed, () => theatre.stageOf(channel));

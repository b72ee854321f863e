// Every channel on stage. A new one is a line here and a cast beside the others (template.md).
import { afterAll, beforeAll } from 'vitest';
import { setUpAlipay } from '../../../tests/build/gateways/set-up-alipay.ts';
import { setUpLianLian } from '../../../tests/build/gateways/set-up-lianlian.ts';
import { setUpMidtrans } from '../../../tests/build/gateways/set-up-midtrans.ts';
import { setUpSandbox } from '../../../tests/build/gateways/set-up-sandbox.ts';
import { setUpStripe } from '../../../tests/build/gateways/set-up-stripe.ts';
import { setUpTelr } from '../../../tests/build/gateways/set-up-telr.ts';
import { setUpWechat } from '../../../tests/build/gateways/set-up-wechat.ts';
import { openTheatre, type Theatre } from '../../../tests/build/set-up-channels.ts';
import { testChannel } from './conformance.ts';

const casts = [setUpSandbox, setUpStripe, setUpAlipay, setUpWechat, setUpMidtrans, setUpTelr, setUpLianLian];

let theatre: Theatre;
beforeAll(async () => {
  theatre = await openTheatre(casts);
});
afterAll(() => theatre.close());

for (const { channel, timed } of casts) testChannel(channel, timed, () => theatre.stageOf(channel));

// Every channel on stage. A new one is a line here and a cast beside the others (template.md).
import { afterAll, beforeAll } from 'vitest';
import { castAlipay } from '../../../tests/build/casts/cast-alipay.ts';
import { castSandbox } from '../../../tests/build/casts/cast-sandbox.ts';
import { castStripe } from '../../../tests/build/casts/cast-stripe.ts';
import { castWechat } from '../../../tests/build/casts/cast-wechat.ts';
import { openTheatre, type Theatre } from '../../../tests/build/stage-channels.ts';
import { testChannel } from './conformance.ts';

const casts = [castSandbox, castStripe, castAlipay, castWechat];

let theatre: Theatre;
beforeAll(async () => {
  theatre = await openTheatre(casts);
});
afterAll(() => theatre.close());

for (const { channel, timed } of casts) testChannel(channel, timed, () => theatre.stageOf(channel));

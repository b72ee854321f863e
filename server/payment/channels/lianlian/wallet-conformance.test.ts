// LianLian's wallet API, a product of its own under the same name, against the cases that conformance.test.ts has for the global checkout.
import { afterAll, beforeAll } from 'vitest';
import { setUpWallet } from '../../../../tests/build/gateways/set-up-lianlian.ts';
import { setUpSandbox } from '../../../../tests/build/gateways/set-up-sandbox.ts';
import { openTheatre, type Theatre } from '../../../../tests/build/set-up-channels.ts';
import { testChannel } from '../conformance.ts';

let theatre: Theatre;
beforeAll(async () => {
  theatre = await openTheatre([setUpSandbox, setUpWallet]);
});
afterAll(() => theatre.close());

testChannel('lianLian', false, () => theatre.stageOf('lianLian'));

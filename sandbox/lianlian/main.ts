// Runs the stand-in alone with the settings of the environment; see README.md.
import { logToScreen, readSetting, runAlone } from '../kit/run-alone.ts';
import { serveLianLian } from './serve-lianlian.ts';

runAlone(async () => {
  const fake = await serveLianLian({
    port: Number(readSetting('LIANLIAN_FAKE_PORT')),
    merchantId: readSetting('LIANLIAN_FAKE_MERCHANT'),
    merchantKey: readSetting('LIANLIAN_FAKE_MERCHANT_KEY'),
    ownKey: readSetting('LIANLIAN_FAKE_OWN_KEY'),
    controlToken: readSetting('LIANLIAN_FAKE_CONTROL'),
    log: logToScreen,
  });
  console.log(`A stand-in for LianLian Pay on port ${fake.port}. No real money moves.`);
  return fake;
});

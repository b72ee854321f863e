// Runs the fake alone with the settings of the environment; see README.md.
import { logToScreen, readSetting, runAlone } from '../kit/run-alone.ts';
import { serveGbPay } from './serve-gb-pay.ts';

runAlone(async () => {
  const fake = await serveGbPay({
    port: Number(readSetting('GB_PAY_FAKE_PORT')),
    token: readSetting('GB_PAY_FAKE_TOKEN'),
    secretKey: readSetting('GB_PAY_FAKE_SECRET_KEY'),
    controlToken: readSetting('GB_PAY_FAKE_CONTROL_TOKEN'),
    log: logToScreen,
  });
  console.log(`A stand-in for GB Prime Pay on port ${fake.port}. No real money moves.`);
  return fake;
});

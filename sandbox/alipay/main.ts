// Runs the fake alone with the settings of the environment; see README.md.
import { readFileSync } from 'node:fs';
import { logToScreen, readSetting, runAlone } from '../kit/run-alone.ts';
import { serveAlipay } from './serve-alipay.ts';

runAlone(async () => {
  const fake = await serveAlipay({
    port: Number(readSetting('ALIPAY_FAKE_PORT')),
    appId: process.env.ALIPAY_FAKE_APP_ID ?? '2021000000000001',
    sellerId: process.env.ALIPAY_FAKE_SELLER_ID ?? '2088000000000001',
    appPublicKey: readFileSync(readSetting('ALIPAY_FAKE_APP_PUBLIC_KEY_FILE'), 'utf8'),
    ownPrivateKey: readFileSync(readSetting('ALIPAY_FAKE_PRIVATE_KEY_FILE'), 'utf8'),
    controlToken: readSetting('ALIPAY_FAKE_CONTROL_TOKEN'),
    log: logToScreen,
  });
  console.log(`A stand-in for Alipay on port ${fake.port}. No real money moves.`);
  return fake;
});

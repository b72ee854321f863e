// Runs the fake alone with the settings of the environment; see README.md.
import { logToScreen, readSetting, runAlone } from '../kit/run-alone.ts';
import { serveChillPay } from './serve-chill-pay.ts';

runAlone(async () => {
  const fake = await serveChillPay({
    port: Number(readSetting('CHILLPAY_FAKE_PORT')),
    merchantCode: readSetting('CHILLPAY_FAKE_MERCHANT', 'M000001'),
    apiKey: readSetting('CHILLPAY_FAKE_API_KEY'),
    md5Secret: readSetting('CHILLPAY_FAKE_MD5_SECRET'),
    controlToken: readSetting('CHILLPAY_FAKE_CONTROL_TOKEN'),
    notifyUrl: process.env.CHILLPAY_FAKE_NOTIFY_URL ?? '',
    returnUrl: process.env.CHILLPAY_FAKE_RETURN_URL ?? '',
    log: logToScreen,
  });
  console.log(`A stand-in for ChillPay on port ${fake.port}. No real money moves.`);
  return fake;
});

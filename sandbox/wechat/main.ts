// Runs the fake alone with the settings of the environment; see README.md. Prints the keys that the shop has to be given.
import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { logToScreen, readSetting, runAlone } from '../kit/run-alone.ts';
import { newKey } from './run-fake.ts';
import { serveWechat } from './serve-wechat.ts';

runAlone(async () => {
  const { WECHAT_FAKE_MERCHANT_KEY_FILE: file, WECHAT_FAKE_REFUND_NOTIFY_URL: refundNotifyUrl } = process.env;
  const merchantKey = file ? readFileSync(file, 'utf8') : newKey().export({ type: 'pkcs8', format: 'pem' }).toString();
  const { WECHAT_FAKE_APP_SECRET: appSecret } = process.env;
  const merchant = {
    ...(appSecret ? { appSecret } : {}),
    mchId: readSetting('WECHAT_FAKE_MCH_ID', '1900000001'),
    appId: readSetting('WECHAT_FAKE_APP_ID', 'wx0123456789abcdef'),
    apiV3Key: readSetting('WECHAT_FAKE_API_V3_KEY'),
    serial: readSetting('WECHAT_FAKE_MERCHANT_SERIAL', '7777777777777777777777777777777777777777'),
    publicKey: createPublicKey(merchantKey),
  };
  const fake = await serveWechat({
    port: Number(readSetting('WECHAT_FAKE_PORT')),
    merchant,
    ...(refundNotifyUrl ? { refundNotifyUrl } : {}),
    log: logToScreen,
  });
  console.log(`A stand-in for WeChat Pay on port ${fake.port}. No real money moves.`);
  console.log(`mchId ${merchant.mchId}, appId ${merchant.appId}, merchantSerial ${merchant.serial}`);
  if (!file) console.log(merchantKey);
  return fake;
});

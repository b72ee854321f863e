// Runs the fake alone with the settings of the environment; see README.md. Prints the keys that the shop has to be given.
import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { newKey } from './run-fake.ts';
import { serveWechat } from './serve-wechat.ts';

function readSetting(name: string, fallback?: string): string {
  const value = process.env[name] ?? fallback;
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

async function main(): Promise<void> {
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
    log: (line) => console.log(`${new Date().toISOString()} ${line}`),
  });
  console.log(`A stand-in for WeChat Pay on port ${fake.port}. No real money moves.`);
  console.log(`mchId ${merchant.mchId}, appId ${merchant.appId}, merchantSerial ${merchant.serial}`);
  if (!file) console.log(merchantKey);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void fake.close());
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

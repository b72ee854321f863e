// Runs the fake alone with the settings of the environment; see README.md.
import { logToScreen, readSetting, runAlone } from '../kit/run-alone.ts';
import { serveStripe } from './serve-stripe.ts';

runAlone(async () => {
  const { STRIPE_FAKE_WEBHOOK_URL: url, STRIPE_FAKE_WEBHOOK_SECRET: secret } = process.env;
  const fake = await serveStripe({
    port: Number(readSetting('STRIPE_FAKE_PORT')),
    secretKey: readSetting('STRIPE_FAKE_SECRET_KEY'),
    accountId: process.env.STRIPE_FAKE_ACCOUNT ?? 'acct_fake00000001',
    ...(url && secret ? { endpoint: { url, secret } } : {}),
    log: logToScreen,
  });
  console.log(`A stand-in for Stripe on port ${fake.port}. No real money moves.`);
  return fake;
});

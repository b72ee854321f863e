// Runs the fake alone with the settings of the environment; see README.md.
import { serveStripe } from './serve-stripe.ts';

function readSetting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

async function main(): Promise<void> {
  const { STRIPE_FAKE_WEBHOOK_URL: url, STRIPE_FAKE_WEBHOOK_SECRET: secret } = process.env;
  const fake = await serveStripe({
    port: Number(readSetting('STRIPE_FAKE_PORT')),
    secretKey: readSetting('STRIPE_FAKE_SECRET_KEY'),
    accountId: process.env.STRIPE_FAKE_ACCOUNT ?? 'acct_fake00000001',
    ...(url && secret ? { endpoint: { url, secret } } : {}),
    log: (line) => console.log(`${new Date().toISOString()} ${line}`),
  });
  console.log(`A stand-in for Stripe on port ${fake.port}. No real money moves.`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void fake.close());
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

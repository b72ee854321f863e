// Runs the sandbox gateway alone, for one merchant, with the settings of the environment; see README.md.
import { logToScreen, readSetting, runAlone } from './kit/run-alone.ts';
import { serveGateway } from './serve-gateway.ts';

const MIN_SECRET_LENGTH = 16;

runAlone(async () => {
  const port = Number(readSetting('SANDBOX_PORT'));
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('SANDBOX_PORT is not a port');
  const merchant = readSetting('SANDBOX_MERCHANT');
  const secret = readSetting('SANDBOX_SECRET');
  if (secret.length < MIN_SECRET_LENGTH) throw new Error(`SANDBOX_SECRET needs ${MIN_SECRET_LENGTH} characters`);
  const host = process.env.SANDBOX_HOST;
  const dataFile = process.env.SANDBOX_DATA;
  const gateway = await serveGateway({
    port,
    ...(host ? { host } : {}),
    ...(dataFile ? { dataFile } : {}),
    publicUrl: process.env.SANDBOX_PUBLIC_URL || `http://127.0.0.1:${port}`,
    secretOf: (name) => (name === merchant ? secret : undefined),
    log: logToScreen,
  });
  console.log(`Sandbox gateway on port ${gateway.port}. No real money moves.`);
  return gateway;
});

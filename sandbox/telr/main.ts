// Runs the stand-in alone with the settings of the environment; see README.md.
import { logToScreen, readSetting, runAlone } from '../kit/run-alone.ts';
import { serveTelr } from './serve-telr.ts';

runAlone(async () => {
  const fake = await serveTelr({
    port: Number(readSetting('TELR_FAKE_PORT')),
    storeId: readSetting('TELR_FAKE_STORE', '12345'),
    authKey: readSetting('TELR_FAKE_AUTH_KEY'),
    remoteKey: readSetting('TELR_FAKE_REMOTE_KEY'),
    adviceSecret: readSetting('TELR_FAKE_ADVICE_SECRET'),
    adviceUrl: process.env.TELR_FAKE_ADVICE_URL ?? '',
    controlToken: readSetting('TELR_FAKE_CONTROL'),
    log: logToScreen,
  });
  console.log(`A stand-in for Telr on port ${fake.port}. No real money moves.`);
  return fake;
});

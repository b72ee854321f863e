// Runs the fake alone with the settings of the environment; see README.md.
import { logToScreen, readSetting, runAlone } from '../kit/run-alone.ts';
import { serveBillionConnect } from './serve-billion-connect.ts';

runAlone(async () => {
  const fake = await serveBillionConnect({
    port: Number(readSetting('BILLION_FAKE_PORT')),
    appKey: readSetting('BILLION_FAKE_APP_KEY'),
    appSecret: readSetting('BILLION_FAKE_APP_SECRET'),
    notifyUrl: readSetting('BILLION_FAKE_NOTIFY_URL'),
    controlToken: readSetting('BILLION_FAKE_CONTROL_TOKEN'),
    log: logToScreen,
  });
  console.log(`A stand-in for Billion Connect on port ${fake.port}. No real money moves.`);
  return fake;
});

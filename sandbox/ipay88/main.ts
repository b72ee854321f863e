// Runs the fake alone with the settings of the environment; see README.md.
import { logToScreen, readSetting, runAlone } from '../kit/run-alone.ts';
import { serveIPay88 } from './serve-ipay88.ts';

runAlone(async () => {
  const fake = await serveIPay88({
    port: Number(readSetting('IPAY88_FAKE_PORT')),
    merchantCode: readSetting('IPAY88_FAKE_MERCHANT', 'M00003'),
    merchantKey: readSetting('IPAY88_FAKE_KEY'),
    controlToken: readSetting('IPAY88_FAKE_CONTROL_TOKEN'),
    log: logToScreen,
  });
  console.log(`A stand-in for iPay88 on port ${fake.port}. No real money moves.`);
  return fake;
});

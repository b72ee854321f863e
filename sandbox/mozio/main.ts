// Runs the stand-in alone with the settings of the environment; see README.md.
import { logToScreen, readSetting, runAlone } from '../kit/run-alone.ts';
import { serveMozio } from './serve-mozio.ts';

runAlone(async () => {
  const fake = await serveMozio({
    port: Number(readSetting('MOZIO_FAKE_PORT')),
    apiKey: readSetting('MOZIO_FAKE_API_KEY'),
    controlToken: readSetting('MOZIO_FAKE_CONTROL_TOKEN'),
    log: logToScreen,
  });
  console.log(`A stand-in for Mozio on port ${fake.port}. No car comes.`);
  return fake;
});

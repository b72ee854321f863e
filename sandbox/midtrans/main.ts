// Runs the stand-in alone with the settings of the environment; see README.md.
import { logToScreen, readSetting, runAlone } from '../kit/run-alone.ts';
import { serveMidtrans } from './serve-midtrans.ts';

runAlone(async () => {
  const fake = await serveMidtrans({
    port: Number(readSetting('MIDTRANS_FAKE_PORT')),
    serverKey: readSetting('MIDTRANS_FAKE_SERVER_KEY'),
    merchantId: readSetting('MIDTRANS_FAKE_MERCHANT', 'G000000001'),
    controlToken: readSetting('MIDTRANS_FAKE_CONTROL'),
    log: logToScreen,
  });
  console.log(`A stand-in for Midtrans on port ${fake.port}. No real money moves.`);
  return fake;
});

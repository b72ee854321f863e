// Calls to Midtrans (§3 channel 12): Snap and the Core API lie at different hosts, and the Core API puts its code into the body, whatever
// the HTTP status says.
import { fetchOutside } from '../../../platform/observe/fetch-outside.ts';
import { type ChannelConfig, ChannelRefused, KeyRefused } from '../channel.ts';
import { midtransForm } from '../forms/midtrans-form.ts';

const timeoutMilliseconds = 8000;
const production = { core: 'https://api.midtrans.com', snap: 'https://app.midtrans.com' };
const test = { core: sandboxUrl(), snap: 'https://app.sandbox.midtrans.com' };

function sandboxUrl(): string {
  return 'sandboxUrl' in midtransForm.environment ? midtransForm.environment.sandboxUrl : '';
}

function hostsOf({ baseUrl, otherUrls }: ChannelConfig): typeof production {
  const usual = baseUrl === '' ? production : baseUrl === test.core ? test : { core: baseUrl, snap: baseUrl };
  return { ...usual, ...(otherUrls?.snap ? { snap: otherUrls.snap } : {}) };
}

export type MidtransFields = Readonly<Record<string, unknown>>;
type Sent = { body: MidtransFields; headers?: Record<string, string> };

async function send(
  config: ChannelConfig,
  url: string,
  sent?: Sent,
): Promise<{ status: number; fields: MidtransFields }> {
  const key = Buffer.from(`${config.keys.serverKey}:`).toString('base64');
  const answer = await fetchOutside(url, {
    method: sent ? 'POST' : 'GET',
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMilliseconds),
    headers: {
      ...{ accept: 'application/json', authorization: `Basic ${key}` },
      ...(sent ? { 'content-type': 'application/json', ...sent.headers } : {}),
    },
    ...(sent ? { body: JSON.stringify(sent.body) } : {}),
  });
  const fields: unknown = await answer.json();
  if (!fields || typeof fields !== 'object') throw new Error(`Midtrans answered ${answer.status} without fields`);
  return { status: answer.status, fields: fields as MidtransFields };
}

/** A refusal that stays one. Rate limits, faults and a first request that still runs (202) say nothing. */
function readRefusal(code: string, why: string): Error {
  if (code === '401') return new KeyRefused('serverKey', why);
  return /^4(0[0-689]|1[0134])$/.test(code)
    ? new ChannelRefused(`${code} ${why}`)
    : new Error(`Midtrans: ${code} ${why}`);
}

/** A Snap page. Where even the key is refused nothing was started. */
export async function openSnap(config: ChannelConfig, sent: Sent): Promise<MidtransFields> {
  const { status, fields } = await send(config, `${hostsOf(config).snap}/snap/v1/transactions`, sent);
  if (status === 201) return fields;
  const refusal = readRefusal(String(status), JSON.stringify(fields.error_messages ?? ''));
  throw refusal instanceof KeyRefused ? new ChannelRefused(refusal.message) : refusal;
}

/** The Core API's answer with the code that it names itself. */
export async function askCore(
  config: ChannelConfig,
  path: string,
  sent?: Sent,
): Promise<{ code: string; fields: MidtransFields }> {
  const { status, fields } = await send(config, `${hostsOf(config).core}/v2/${path}`, sent);
  const code = typeof fields.status_code === 'string' ? fields.status_code : String(status);
  if (code === '401') throw readRefusal(code, 'the gateway does not take our keys');
  return { code, fields };
}

export const coreRefusal = ({ code, fields }: { code: string; fields: MidtransFields }) =>
  readRefusal(code, String(fields.status_message ?? ''));

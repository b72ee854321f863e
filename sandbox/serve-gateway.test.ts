import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describePayment, openTestPayment, SECRETS, startGateway, startReceiver, waitUntil } from './rehearse-shop.ts';
import { MERCHANT_HEADER, SIGNATURE_HEADER, signRequest } from './sign-message.ts';

let folder: string;
let dataFile: string;
const started: { close(): Promise<void> }[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  dataFile = join(folder, 'data', 'journal.jsonl');
});
afterEach(async () => {
  for (const item of started.splice(0)) await item.close();
  rmSync(folder, { recursive: true });
});

async function start(options: Parameters<typeof startGateway>[0] = {}) {
  const gateway = await startGateway(options);
  started.push(gateway);
  return gateway;
}

test('after a restart everything is known and an undelivered notice arrives', async () => {
  const receiver = await startReceiver([{ status: 500, body: '' }]);
  started.push(receiver);
  const before = await startGateway({ dataFile });
  const wish = describePayment({ reference: 'KEPT', notifyUrl: receiver.url });
  const id = String((await before.call('POST', '/v1/payments', wish)).body.id);
  const paid = await before.call('POST', `/control/payments/${id}`, { outcome: 'pay' });
  const fields = { paymentId: id, amountMinor: 100, reason: '', idempotencyKey: 'refund-key' };
  const refund = await before.call('POST', '/v1/refunds', fields);
  await waitUntil(() => receiver.received.length === 1);
  await before.close();

  const after = await start({ dataFile });
  const { payUrl, qrText, ...known } = paid.body;
  expect((await after.call('GET', `/v1/payments/${id}`)).body).toMatchObject(known);
  expect((await after.call('POST', '/v1/payments', wish)).body.id).toBe(id);
  expect((await after.call('POST', '/v1/refunds', fields)).body.id).toBe(refund.body.id);
  const received = (type: string) => receiver.received.filter((notice) => notice.event.type === type);
  await waitUntil(() => received('refund.successful').length > 0 && received('payment.paid').length > 1);
  const answers = received('payment.paid');
  expect(answers).toHaveLength(2);
  expect(answers[1]!.raw).toBe(answers[0]!.raw);
});

test('a line torn by a kill is cut off; a damaged line stops the start', async () => {
  const before = await startGateway({ dataFile });
  const id = await openTestPayment(before.call);
  await before.close();
  appendFileSync(dataFile, '{"changes":[{"payment":{"id":"pay_half');
  const after = await startGateway({ dataFile });
  const next = await openTestPayment(after.call);
  await after.close();
  const again = await startGateway({ dataFile });
  expect((await again.call('GET', `/v1/payments/${id}`)).status).toBe(200);
  expect((await again.call('GET', `/v1/payments/${next}`)).status).toBe(200);
  await again.close();
  appendFileSync(dataFile, 'damaged\n');
  await expect(startGateway({ dataFile })).rejects.toThrow('damaged in line 3');
});

test('the program started alone survives a kill without losing a payment', async () => {
  const settings = {
    SANDBOX_PORT: '0',
    SANDBOX_DATA: dataFile,
    SANDBOX_MERCHANT: 'kembara',
    SANDBOX_SECRET: SECRETS.kembara!,
    SANDBOX_PUBLIC_URL: 'http://127.0.0.1:0',
  };
  const program = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, ...settings },
  });
  let output = '';
  program.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await waitUntil(() => output.includes('Sandbox gateway on port'));
  const url = `http://127.0.0.1:${/on port (\d+)/.exec(output)?.[1]}`;
  const send = async (path: string, fields: unknown) => {
    const rawBody = JSON.stringify(fields);
    const at = Math.floor(Date.now() / 1000);
    const signature = signRequest(SECRETS.kembara!, { method: 'POST', path, rawBody }, at);
    const headers = { [MERCHANT_HEADER]: 'kembara', [SIGNATURE_HEADER]: signature };
    const response = await fetch(url + path, { method: 'POST', headers, body: rawBody });
    return (await response.json()) as Record<string, unknown>;
  };
  const { id } = await send('/v1/payments', describePayment());
  const paid = await send(`/control/payments/${id}`, { outcome: 'pay-silent' });
  const exited = new Promise((resolve) => program.once('exit', resolve));
  program.kill('SIGKILL');
  await exited;
  expect(output).not.toContain(SECRETS.kembara!);
  expect(readFileSync(dataFile, 'utf8')).not.toContain(SECRETS.kembara!);
  const after = await start({ dataFile });
  expect((await after.call('GET', `/v1/payments/${id}`)).body).toMatchObject({
    status: 'paid',
    transactionId: paid.transactionId,
  });
});

test('silence: refused, hanging, and an answer lost after the work was done', async () => {
  const gateway = await start();
  const wish = describePayment({ reference: 'LOST' });
  await gateway.call('POST', '/control/silence', { seconds: 60, mode: 'lose' });
  await expect(gateway.call('POST', '/v1/payments', wish)).rejects.toThrow();
  await gateway.call('POST', '/control/silence', { seconds: 60, mode: 'refuse' });
  await expect(gateway.call('GET', '/v1/payments?reference=LOST')).rejects.toThrow();
  await gateway.call('POST', '/control/silence', { seconds: 0.5 });
  const asked = Date.now();
  await expect(gateway.call('GET', '/v1/payments?reference=LOST')).rejects.toThrow();
  expect(Date.now() - asked).toBeGreaterThan(300);
  const found = (await gateway.call('GET', '/v1/payments?reference=LOST')).body.payments as { id: string }[];
  expect(found).toHaveLength(1);
  expect((await gateway.call('POST', '/v1/payments', wish)).body.id).toBe(found[0]!.id);
});

test('unknown addresses and methods are refused in JSON', async () => {
  const gateway = await start();
  expect((await gateway.call('GET', '/v1/nothing')).status).toBe(404);
  expect((await gateway.call('DELETE', '/v1/payments')).status).toBe(405);
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${gateway.url}/v1/nothing`)).status).toBe(401);
});

// Snap (/snap/v1) and the Core API (/v2): keys, idempotency, pages, QRIS, status, expire, cancel.
import { randomUUID } from 'node:crypto';
import { type Call, json, type Reply } from '../kit/serve-fake.ts';
import { refundTransaction } from './refund-transactions.ts';
import {
  codeOf,
  core,
  describe,
  type Fake,
  findTransaction,
  jakartaTime,
  notifyMerchant,
  openTransaction,
  type Page,
} from './run-fake.ts';

const idempotentMs = 300_000;
type Fields = Record<string, unknown>;

const snapNo = (status: number, ...messages: string[]): Reply => json(status, { error_messages: messages });

export function answerApi(fake: Fake, call: Call): Reply {
  const { method, path, headers } = call;
  const isSnap = path.startsWith('/snap/');
  const basic = /^Basic (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  const why = 'Access denied due to unauthorized transaction, please check client or server key';
  if (Buffer.from(basic, 'base64').toString() !== `${fake.serverKey}:`)
    return isSnap ? snapNo(401, why) : core('401', why, {}, 401);
  const key = method === 'POST' ? headers['idempotency-key'] : undefined;
  if (!key || key.length > 46) return carryOut(fake, call);
  const stored = fake.replies.get(key);
  if (stored && Date.now() - stored.at < idempotentMs)
    return { ...stored, headers: { 'content-type': 'application/json', 'idempotency-key': key } };
  const answer = carryOut(fake, call);
  const inner = (JSON.parse(answer.body) as { status_code?: string }).status_code ?? String(answer.status);
  if (/^20[01]$/.test(inner)) fake.replies.set(key, { at: Date.now(), ...answer });
  return answer;
}

function carryOut(fake: Fake, call: Call): Reply {
  const { method, path, body } = call;
  let fields: Fields;
  try {
    fields = body ? (JSON.parse(body) as Fields) : {};
  } catch {
    return path.startsWith('/snap/') ? snapNo(400, 'malformed body') : core('413', 'The request cannot be processed');
  }
  if (method === 'POST' && path === '/snap/v1/transactions') return openPage(fake, call, fields);
  if (method === 'POST' && path === '/v2/charge') return charge(fake, call, fields);
  const [, id = '', act] = /^\/v2\/([^/]+)\/(status|expire|cancel|refund)$/.exec(path) ?? [];
  const found = findTransaction(fake, decodeURIComponent(id));
  if (!act || !found) return core('404', "Transaction doesn't exist.");
  if (method === 'GET' && act === 'status') return json(200, describe(fake, found));
  if (method !== 'POST') return core('404', 'The requested resource is not found', {}, 404);
  if (act === 'refund') return refundTransaction(fake, found, fields);
  const fits =
    act === 'expire' ? found.status === 'pending' : ['pending', 'capture', 'authorize'].includes(found.status);
  if (!fits) return core('412', 'Transaction status cannot be updated.');
  found.status = act === 'expire' ? 'expire' : 'cancel';
  notifyMerchant(fake, found);
  return json(200, { ...describe(fake, found), status_code: act === 'expire' ? '407' : '200' });
}

type Wanted = { orderId: string; gross: number; problem?: string };

function readWanted(fake: Fake, { transaction_details: details, item_details: items }: Fields): Wanted {
  const { order_id: orderId, gross_amount: gross } = (details ?? {}) as Fields;
  const wanted = { orderId: String(orderId ?? ''), gross: Number(gross) };
  const problem = (text: string) => ({ ...wanted, problem: text });
  if (!/^[\w.~-]{1,50}$/.test(wanted.orderId)) return problem('transaction_details.order_id is required or too long');
  if (typeof gross !== 'number' || !Number.isSafeInteger(gross) || gross < 1)
    return problem('transaction_details.gross_amount must be a whole number of at least 1');
  const sum = (items as { price: number; quantity: number; name: string }[] | undefined)?.reduce(
    (total, { price, quantity }) => total + price * quantity,
    0,
  );
  if (sum !== undefined && sum !== gross)
    return problem('transaction_details.gross_amount is not equal to the sum of item_details');
  const names = ((items ?? []) as { name: string }[]).map(({ name }) => name);
  if (names.some((name) => !name || name.length > 50)) return problem('item_details Name too long');
  const pages = [...fake.pages.values()];
  if (fake.transactions.has(wanted.orderId) || pages.some((page) => page.orderId === wanted.orderId))
    return problem('transaction_details.order_id has already been taken');
  return wanted;
}

const codeOfProblem = (problem: string) => (problem.includes('taken') ? 406 : 400);

/** The end of an `expiry` in milliseconds; undefined for one that Midtrans would not take. */
function readEnd(start: unknown, duration: unknown, unit: unknown): number | undefined {
  const match = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) ([+-]\d{4})$/.exec(String(start));
  const each = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }[String(unit).replace(/s$/, '')];
  if (!match || !each || typeof duration !== 'number' || !Number.isInteger(duration)) return undefined;
  const length = duration * each;
  if (length < 300_000 || length > 7 * 86_400_000) return undefined;
  return Date.parse(`${match[1]}T${match[2]}${match[3]}`) + length;
}

const notifyUrlOf = ({ headers }: Call) =>
  (headers['x-override-notification'] ?? headers['x-append-notification'] ?? '').split(',')[0]?.trim() ?? '';

function openPage(fake: Fake, call: Call, fields: Fields): Reply {
  const { orderId, gross, problem } = readWanted(fake, fields);
  if (problem) return snapNo(codeOfProblem(problem), problem);
  const expiry = (fields.expiry ?? {}) as Fields;
  const endsAt = fields.expiry ? readEnd(expiry.start_time, expiry.duration, expiry.unit) : Date.now() + 86_400_000;
  if (endsAt === undefined) return snapNo(400, 'expiry.start_time or expiry.duration is not valid');
  const page: Page = {
    ...{ token: randomUUID(), orderId, gross, endsAt, notifyUrl: notifyUrlOf(call) },
    about: ((fields.item_details ?? []) as { name: string }[])[0]?.name ?? orderId,
    finish: String(((fields.callbacks ?? {}) as Fields).finish ?? ''),
    custom: String(fields.custom_field1 ?? ''),
  };
  fake.pages.set(page.token, page);
  return json(201, { token: page.token, redirect_url: `${fake.publicUrl}/snap/v4/redirection/${page.token}` });
}

function charge(fake: Fake, call: Call, fields: Fields): Reply {
  if (fields.payment_type !== 'qris') return core('402', 'Payment channel is not activated.');
  const { orderId, gross, problem } = readWanted(fake, fields);
  if (problem) return core(String(codeOfProblem(problem)), problem);
  const expiry = (fields.custom_expiry ?? {}) as Fields;
  const endsAt = fields.custom_expiry
    ? readEnd(expiry.order_time, expiry.expiry_duration, expiry.unit)
    : Date.now() + 900_000;
  if (endsAt === undefined) return core('400', 'custom_expiry is not valid');
  const custom = String(fields.custom_field1 ?? '');
  const made = openTransaction({ orderId, gross, endsAt, notifyUrl: notifyUrlOf(call), custom }, 'qris');
  fake.transactions.set(orderId, made);
  const url = `${fake.publicUrl}/v2/qris/${made.id}/qr-code`;
  return json(200, {
    ...describe(fake, made),
    status_code: codeOf(made),
    status_message: 'QRIS transaction is created',
    acquirer: 'gopay',
    actions: [{ name: 'generate-qr-code', method: 'GET', url }],
    qr_string: `00020101021226${made.id.replaceAll('-', '')}5204581253033605802ID6304ABCD`,
    expiry_time: jakartaTime(endsAt),
  });
}

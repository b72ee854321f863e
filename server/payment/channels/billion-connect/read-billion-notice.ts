// Notices of Billion Connect, signed like calls: N009 brings the eSIMs, N001 the number of a parcel. Both mean that the order was placed,
// which is then queried; notices of refunds and other changes of plans are ignored.
import { createHash } from 'node:crypto';
import type { ChannelConfig, Delivered, ESim, Headers, Notice } from '../channel.ts';
import { isSignedByBillion } from './billion-connect-calls.ts';

type Json = Record<string, unknown>;

const longest = 300;

export function readBillionNotice(config: ChannelConfig, raw: Buffer, headers: Headers): Notice | undefined {
  const { appKey = '', appSecret = '' } = config.keys;
  if (!appSecret || headers['x-channel-id'] !== appKey) return undefined;
  if (!isSignedByBillion(appSecret, raw, headers['x-sign-value'] ?? '')) return undefined;
  const { tradeType, tradeData } = readJson(raw.toString('utf8'));
  if (typeof tradeType !== 'string') return undefined;
  const data = isRecord(tradeData) ? tradeData : {};
  const paymentNo = textOf(data.channelOrderId);
  // The same notice may come again under another time.
  const eventId = `${tradeType}-${createHash('sha256')
    .update(JSON.stringify(tradeData ?? null))
    .digest('hex')
    .slice(0, 32)}`;
  const delivered = readDelivered(tradeType, data);
  return delivered && paymentNo ? { eventId, paymentNo, delivered } : { eventId, paymentNo };
}

function readDelivered(tradeType: string, data: Json): Delivered | undefined {
  const rows = (Array.isArray(data.subOrderList) ? data.subOrderList : []).filter(isRecord);
  if (tradeType === 'N009') {
    const eSims = rows.flatMap((row) => readESim(row) ?? []);
    return eSims.length ? { eSims, parcel: null } : undefined;
  }
  const trackingNumber = textOf(data.courierNumber) || textOf(data.pickupCode);
  if (tradeType !== 'N001' || !trackingNumber) return undefined;
  return {
    eSims: [],
    parcel: { carrier: textOf(data.logisticsCompany).slice(0, 100), trackingNumber: trackingNumber.slice(0, 100) },
  };
}

function readESim(row: Json): ESim | undefined {
  const iccid = textOf(row.iccid);
  const activation = textOf(row.qrCodeContent);
  if (!/^\d{10,22}[A-F]?$/i.test(iccid) || !activation) return undefined;
  return {
    ...{ iccid, activation, subOrderNo: textOf(row.channelSubOrderId) || null },
    ...{ confirmationCode: textOf(row.confirmationCode), apn: textOf(row.apn), phone: textOf(row.msisdn) },
    ...{ pin: textOf(row.pin), puk: textOf(row.puk), validUntil: textOf(row.validTime) },
  };
}

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, longest) : '';

function readJson(text: string): Json {
  try {
    const read: unknown = JSON.parse(text);
    return isRecord(read) ? read : {};
  } catch {
    return {};
  }
}

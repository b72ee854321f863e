// The eSIMs of an order as its readers see them (decision 0375).
import QRCode from 'qrcode';
import type { OutputOf } from '../../../contract/index.ts';
import type { ESimRow } from './esim.sql.ts';

export async function showESims(list: readonly ESimRow[]): Promise<OutputOf<'orderDetail'>['eSims']> {
  return Promise.all(
    list.map(async ({ iccid, activation, apn, pin, puk, phone, ...row }) => {
      return {
        ...{ iccid, activation, apn, pin, puk, phone, subOrderNo: row.sub_order_no },
        ...{ confirmationCode: row.confirmation_code, validUntil: row.valid_until },
        qr: await drawCode(activation),
      };
    }),
  );
}

/** A QR code as the address of a picture. */
export async function drawCode(text: string): Promise<string> {
  const svg = await QRCode.toString(text, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

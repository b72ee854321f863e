// A certificate signed by its own key, written in DER by hand: like the platform's certificates for a reader of serial number, time and
// key.
import { createPublicKey, type KeyObject, sign } from 'node:crypto';

function tlv(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, Math.floor(length / 256), length % 256];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const sequence = (...parts: Buffer[]) => tlv(0x30, ...parts);
/** 2.5.4.3, the common name; 1.2.840.113549.1.1.11, SHA-256 with RSA. */
const commonName = tlv(0x06, Buffer.from('550403', 'hex'));
const algorithm = sequence(tlv(0x06, Buffer.from('2a864886f70d01010b', 'hex')), tlv(0x05));

function nameOf(text: string): Buffer {
  return sequence(tlv(0x31, sequence(commonName, tlv(0x0c, Buffer.from(text)))));
}

function timeOf(at: Date): Buffer {
  const digits = at.toISOString().replace(/[-:T]/g, '').slice(0, 14);
  return tlv(0x18, Buffer.from(`${digits}Z`));
}

export type Wish = { key: KeyObject; serial: string; from: Date; to: Date };

/** `serial` in hexadecimal, its first bit 0. */
export function makeCertificate({ key, serial, from, to }: Wish): string {
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
  const answers = sequence(
    tlv(0x02, Buffer.from(serial, 'hex')),
    algorithm,
    nameOf('A stand-in for WeChat Pay'),
    sequence(timeOf(from), timeOf(to)),
    nameOf('A stand-in for WeChat Pay'),
    publicKey,
  );
  const whole = sequence(answers, algorithm, tlv(0x03, Buffer.from([0]), sign('sha256', answers, key)));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

// One stop of a booking as a pass for a telephone's wallet (§3 vouchers, decision 0442): its content, in the two forms.
import { createHash, type KeyObject, sign } from 'node:crypto';
import { addDays, instantOf } from '../../../domain/dates.ts';
import { type Language, languageTags } from '../../../domain/languages.ts';
import { translate } from '../../../locales/translate.ts';
import { packZip, type ZipFile } from './pack-zip.ts';
import { type Signer, signManifest } from './sign-manifest.ts';
import type { AppleFacts, GoogleFacts } from './wallet.sql.ts';

/** Every text is in the reader's language. */
export type PassFacts = {
  language: Language;
  ownerName: string;
  ownerPhone: string;
  brandColour: string;
  orderNo: string;
  code: string;
  qrText: string;
  title: string;
  when: string;
  units: string;
  pickup: string;
  /** The page of the voucher. */
  link: string;
  playOn: string;
  session: string;
  lastDay: string;
  zone: string;
  lat: number | null;
  lng: number | null;
};

/** From where the day is over. */
const endOf = ({ lastDay, zone }: PassFacts) => new Date(instantOf(addDays(lastDay, 1), '00:00', zone)).toISOString();

function rgb(colour: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return `rgb(${parts.join(', ')})`;
}

function rowsOf(facts: PassFacts): { key: string; label: string; value: string }[] {
  const say = (key: string) => translate(facts.language, key);
  return [
    { key: 'when', label: say('export.voucher.date'), value: facts.when },
    { key: 'units', label: say('export.voucher.quantity'), value: facts.units },
    { key: 'pickup', label: say('places.trip.kind.pickup'), value: facts.pickup },
    { key: 'order', label: say('export.voucher.orderNo'), value: facts.orderNo },
    { key: 'phone', label: say('export.voucher.provider'), value: `${facts.ownerName} ${facts.ownerPhone}`.trim() },
  ].filter(({ value }) => value);
}

function writeApplePass(facts: PassFacts, { passType, team }: AppleFacts): object {
  const rows = rowsOf(facts);
  const { lat, lng, session } = facts;
  return {
    formatVersion: 1,
    passTypeIdentifier: passType,
    teamIdentifier: team,
    serialNumber: facts.code,
    organizationName: facts.ownerName,
    description: facts.title,
    logoText: facts.ownerName,
    backgroundColor: rgb(facts.brandColour),
    foregroundColor: 'rgb(255, 255, 255)',
    labelColor: 'rgb(255, 255, 255)',
    barcodes: [
      { format: 'PKBarcodeFormatQR', message: facts.qrText, messageEncoding: 'iso-8859-1', altText: facts.code },
    ],
    expirationDate: endOf(facts),
    ...(session ? { relevantDate: new Date(instantOf(facts.playOn, session, facts.zone)).toISOString() } : {}),
    ...(lat !== null && lng !== null ? { locations: [{ latitude: lat, longitude: lng }] } : {}),
    eventTicket: {
      primaryFields: [{ key: 'title', label: '', value: facts.title }],
      secondaryFields: rows.filter(({ key }) => key === 'when'),
      auxiliaryFields: rows.filter(({ key }) => key === 'units'),
      backFields: [
        ...rows.filter(({ key }) => !['when', 'units'].includes(key)),
        { key: 'link', label: translate(facts.language, 'export.voucher.title'), value: facts.link },
      ],
    },
  };
}

/** The .pkpass file: its files, the sums of them, and the signature of these. */
export function packApplePass(
  facts: PassFacts,
  { setting, signer, icon }: { setting: AppleFacts; signer: Signer; icon: (pixels: number) => Promise<Buffer> },
  now: Date,
): Promise<Buffer> {
  return Promise.all([icon(29), icon(58), icon(87)]).then(([small, middle, large]) => {
    const files: ZipFile[] = [
      { name: 'pass.json', bytes: Buffer.from(JSON.stringify(writeApplePass(facts, setting))) },
      { name: 'icon.png', bytes: small },
      { name: 'icon@2x.png', bytes: middle },
      { name: 'icon@3x.png', bytes: large },
    ];
    const sums = files.map(({ name, bytes }) => [name, createHash('sha1').update(bytes).digest('hex')]);
    const manifest = Buffer.from(JSON.stringify(Object.fromEntries(sums)));
    const signature = signManifest(manifest, signer, now);
    return packZip([...files, { name: 'manifest.json', bytes: manifest }, { name: 'signature', bytes: signature }]);
  });
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The address at Google that offers to save the pass; it carries the whole pass, signed by the owner's service account. */
export function linkGooglePass(facts: PassFacts, setting: GoogleFacts, key: KeyObject, now: Date): string {
  const tag = languageTags[facts.language];
  const text = (value: string) => ({ defaultValue: { language: tag, value } });
  const classId = `${setting.issuerId}.kembara-voucher`;
  const pass = {
    id: `${setting.issuerId}.${facts.code}`,
    classId,
    state: 'ACTIVE',
    cardTitle: text(facts.ownerName),
    header: text(facts.title),
    hexBackgroundColor: facts.brandColour,
    barcode: { type: 'QR_CODE', value: facts.qrText, alternateText: facts.code },
    validTimeInterval: { end: { date: endOf(facts) } },
    textModulesData: rowsOf(facts).map(({ key: id, label, value }) => ({ id, header: label, body: value })),
    linksModuleData: {
      uris: [{ id: 'voucher', uri: facts.link, description: translate(facts.language, 'export.voucher.title') }],
    },
  };
  const claims = {
    iss: setting.account,
    aud: 'google',
    typ: 'savetowallet',
    iat: Math.floor(now.getTime() / 1000),
    origins: [],
    payload: { genericClasses: [{ id: classId }], genericObjects: [pass] },
  };
  const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`;
  return `https://pay.google.com/gp/v/save/${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}

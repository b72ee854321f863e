// The reference rates of a day as the European Central Bank publishes them, and variants of the document.
export const sampleDay = '2026-09-24';

/** Units for one euro. */
export const sampleRates: Record<string, string> = {
  USD: '1.1367',
  JPY: '180.57',
  CZK: '24.399',
  DKK: '7.4756',
  GBP: '0.85986',
  HUF: '366.15',
  PLN: '4.3823',
  RON: '5.2779',
  SEK: '11.2645',
  CHF: '0.9409',
  ISK: '138.00',
  NOK: '10.7895',
  TRY: '55.5332',
  AUD: '1.6177',
  BRL: '5.8890',
  CAD: '1.6047',
  CNY: '7.6302',
  HKD: '8.9148',
  IDR: '20384.10',
  ILS: '3.4649',
  INR: '109.0775',
  KRW: '1555.69',
  MXN: '19.9878',
  MYR: '4.6457',
  NZD: '2.0049',
  PHP: '71.328',
  SGD: '1.4549',
  THB: '38.057',
  ZAR: '18.6836',
};

export type EcbForm = {
  day?: string;
  rates?: Record<string, string>;
  quote?: "'" | '"';
  prefix?: string;
  /** More dated parts, as the file of the last 90 days has them. */
  more?: string;
};

export function writeEcb(form: EcbForm = {}): string {
  const { day = sampleDay, rates = sampleRates, quote: q = "'", prefix = 'gesmes', more = '' } = form;
  const rows = Object.entries(rates).map(
    ([code, rate]) => `\t\t\t<Cube currency=${q}${code}${q} rate=${q}${rate}${q}/>`,
  );
  return `<?xml version=${q}1.0${q} encoding=${q}UTF-8${q}?>
<${prefix}:Envelope xmlns:${prefix}=${q}http://www.gesmes.org/xml/2002-08-01${q} xmlns=${q}http://www.ecb.int/vocabulary/2002-08-01/eurofxref${q}>
\t<${prefix}:subject>Reference rates</${prefix}:subject>
\t<${prefix}:Sender>
\t\t<${prefix}:name>European Central Bank</${prefix}:name>
\t</${prefix}:Sender>
\t<Cube>
\t\t<Cube time=${q}${day}${q}>
${rows.join('\n')}
\t\t</Cube>${more}
\t</Cube>
</${prefix}:Envelope>
`;
}

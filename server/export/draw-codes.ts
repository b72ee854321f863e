// Codes to scan on documents and pages: QR codes, and the bars of Code 128 that suppliers give (decision 0461).
import QRCode from 'qrcode';
import { encodeBars } from '../../domain/code-128.ts';
import { drawCode as drawQr } from '../order/delivery/show-esims.ts';
import type { SupplierCode } from '../order/read.sql.ts';
import type { Doc } from './write-text.ts';

/** Of a code on paper, in points. */
export const codeSize = 172;

export function drawModules(doc: Doc, text: string, x: number, top: number): void {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const cell = codeSize / modules.size;
  for (let row = 0; row < modules.size; row += 1) {
    for (let from = 0; from < modules.size; from += 1) {
      let to = from;
      while (to < modules.size && modules.get(row, to)) to += 1;
      // Neighbours overlap by a hair, or viewers show white seams between them.
      if (to > from) doc.rect(x + from * cell, top + row * cell, (to - from) * cell + 0.2, cell + 0.2);
      from = to;
    }
  }
  doc.fill('#000000');
}

/** As wide as a QR code, half as high, with the margin that readers need; false for what these bars cannot hold. */
export function drawBars(doc: Doc, text: string, x: number, top: number): boolean {
  const bars = encodeBars(text);
  if (!bars) return false;
  const margin = 10;
  const cell = codeSize / (bars.reduce((sum, width) => sum + width, 0) + 2 * margin);
  let at = x + margin * cell;
  for (const [nth, width] of bars.entries()) {
    if (nth % 2 === 0) doc.rect(at, top + codeSize / 4, width * cell, codeSize / 2);
    at += width * cell;
  }
  doc.fill('#000000');
  return true;
}

/** The address of a picture; '' for the address of a file, and for bars that cannot be drawn. */
export async function drawSupplierCode({ format, value }: SupplierCode): Promise<string> {
  if (format === 'QRCODE') return drawQr(value);
  const bars = format === 'CODE128' ? encodeBars(value) : undefined;
  if (!bars) return '';
  const margin = 10;
  let at = margin;
  const path = bars.map((width, nth) => {
    const from = at;
    at += width;
    return nth % 2 === 0 ? `M${from} 0h${width}v50h-${width}z` : '';
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${at + margin} 50"><path d="${path.join('')}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

// Numbers as people type them and spreadsheets copy them, in usual units (rules §5): "98", "98.5", "1,200.50", "1 200,50".
import type { Currency } from '../../../../domain/currencies.ts';
import { decimalOf, money, moneyFromDecimal } from '../../../../domain/money.ts';

const dearest = 1_000_000_000_000;

/** A plain decimal, or undefined if it is no number. */
export function readFigure(text: string): string | undefined {
  const bare = text.trim().replace(/[\s\u00a0\u202f'’]/g, '');
  if (!/^\d[\d.,]*$/.test(bare)) return undefined;
  const at = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  if (at < 0) return bare;
  const mark = bare[at];
  const once = bare.indexOf(bare[at] ?? '') === at;
  // A mark that occurs twice, or a single comma before three digits, groups thousands.
  const groups = !once || (mark === ',' && bare.length - at === 4 && !bare.includes('.'));
  if (groups) return bare.replace(/[.,]/g, '');
  const fraction = bare.slice(at + 1);
  const whole = bare.slice(0, at).replace(/[.,]/g, '');
  return fraction ? `${whole}.${fraction}` : whole;
}

/** Minor units, or undefined if it is no price in this currency. */
export function readPrice(text: string, currency: Currency): number | undefined {
  const figure = readFigure(text);
  if (figure === undefined) return undefined;
  try {
    const { amountMinor } = moneyFromDecimal(figure, currency);
    return amountMinor <= dearest ? amountMinor : undefined;
  } catch {
    return undefined;
  }
}

export function writePrice(minor: number, currency: Currency): string {
  return decimalOf(money(minor, currency));
}

/** A whole number within bounds, or undefined. */
export function readCount(text: string, { min, max }: { min: number; max: number }): number | undefined {
  const figure = readFigure(text);
  if (figure === undefined || !/^\d{1,9}(\.0+)?$/.test(figure)) return undefined;
  const count = Math.trunc(Number(figure));
  return count >= min && count <= max ? count : undefined;
}

/** Degrees of a place on a map, to the south and the west below zero, or undefined. */
export function readDegrees(text: string, most: number): number | undefined {
  if (!/^-?\d{1,3}(\.\d{1,12})?$/.test(text.trim())) return undefined;
  const degrees = Number(text.trim());
  return Math.abs(degrees) <= most ? degrees : undefined;
}

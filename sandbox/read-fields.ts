// Reads what a merchant sends, field by field, and says which field is wrong.
import { Refusal } from './refuse-request.ts';

export type Fields = Record<string, unknown>;

const MAX_AMOUNT_MINOR = 1_000_000_000_000;

export function readJsonObject(rawBody: Buffer): Fields {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody));
  } catch {
    throw new Refusal(400, 'invalid_json', 'The body is not JSON in UTF-8');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new Refusal(400, 'invalid_json', 'The body is not a JSON object');
  }
  return parsed as Fields;
}

export function readText(fields: Fields, name: string, bounds: { min: number; max: number }): string {
  const value = fields[name];
  if (typeof value !== 'string' || value.length < bounds.min || value.length > bounds.max || /\p{Cc}/u.test(value)) {
    throw wrong(name, `must be a text of ${bounds.min} to ${bounds.max} characters without control characters`);
  }
  return value;
}

export function readAmount(fields: Fields): number {
  const value = fields.amountMinor;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > MAX_AMOUNT_MINOR) {
    throw wrong('amountMinor', `must be an integer of 1 to ${MAX_AMOUNT_MINOR}`);
  }
  return value;
}

export function readCurrency(fields: Fields): string {
  const value = fields.currency;
  if (typeof value !== 'string' || !/^[A-Z]{3}$/.test(value)) throw wrong('currency', 'must be three capital letters');
  return value;
}

export function readInstant(fields: Fields, name: string): string {
  const value = fields[name];
  const pattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;
  if (typeof value !== 'string' || !pattern.test(value) || Number.isNaN(Date.parse(value))) {
    throw wrong(name, 'must be an ISO 8601 instant with its zone');
  }
  return new Date(value).toISOString();
}

/** Stored as written: only checked to be an absolute web address without a user name in it. */
export function readWebAddress(fields: Fields, name: string): string {
  const value = readText(fields, name, { min: 1, max: 2000 });
  const address = URL.parse(value);
  const isWeb = address !== null && /^https?:\/\/[\x21-\x7e]+$/.test(value);
  if (!isWeb || address.username !== '' || address.password !== '') {
    throw wrong(name, 'must be an absolute http or https address');
  }
  return value;
}

export function readNumber(fields: Fields, name: string, bounds: { max: number; whole?: boolean }): number | undefined {
  const value = fields[name];
  if (value === undefined) return undefined;
  const fits = typeof value === 'number' && value >= 0 && value <= bounds.max;
  if (!fits || (bounds.whole && !Number.isInteger(value))) throw wrong(name, `must be a number of 0 to ${bounds.max}`);
  return value;
}

export function readChoice<T extends string>(fields: Fields, name: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === fields[name]);
  if (found === undefined) throw wrong(name, `must be one of ${choices.join(', ')}`);
  return found;
}

function wrong(name: string, rule: string): Refusal {
  return new Refusal(422, 'invalid_field', `${name} ${rule}`, { field: name });
}

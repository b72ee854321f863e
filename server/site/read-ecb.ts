// Reads the daily document of the European Central Bank's reference rates: units for one euro on one working day. Whatever is not
// exactly that is refused with a reason; one rate that cannot be meant is left out, the others stay.
import { XMLParser } from 'fast-xml-parser';
import { addDays, type Day, isDay } from '../../domain/dates.ts';

/** Why a feed gave nothing; for logs and staff, never for buyers. */
export class FeedProblem extends Error {}

export type DailyRates = { day: Day; perEuro: Record<string, string>; skipped: string[] };

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  // No entities and no guessing: rates stay the text that was published.
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) => name === 'Cube',
});

type Cube = Record<string, unknown> & { Cube?: Cube[] };

/** `today` keeps out days to come: they would hide the real ones. */
export function readEcb(text: string, today: Day): DailyRates {
  const dated = findDated(text);
  const day = dated.time;
  if (day === undefined) throw new FeedProblem('no day');
  if (!isDay(day)) throw new FeedProblem(`no such day: ${String(day).slice(0, 20)}`);
  if (day > addDays(today, 1)) throw new FeedProblem(`a day to come: ${day}`);
  const perEuro: Record<string, string> = {};
  const skipped: string[] = [];
  for (const { currency, rate } of dated.Cube ?? []) {
    const name = String(currency).slice(0, 10);
    if (isRate(currency, rate) && !Object.hasOwn(perEuro, name)) perEuro[name] = rate as string;
    else skipped.push(name);
  }
  if (!Object.keys(perEuro).length) throw new FeedProblem('no rates');
  return { day, perEuro, skipped };
}

/** The first part under the envelope: later ones are days gone by. */
function findDated(text: string): Cube {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new FeedProblem('not the document: it brings definitions of its own');
  let document: { Envelope?: { Cube?: Cube[] } };
  try {
    document = parser.parse(text.replace(/^\uFEFF/, ''), true);
  } catch (error) {
    throw new FeedProblem(`not well-formed: ${(error as Error).message.slice(0, 100)}`);
  }
  const dated = document?.Envelope?.Cube?.[0]?.Cube?.[0];
  if (!dated || typeof dated !== 'object') throw new FeedProblem('not the document');
  return dated;
}

function isRate(currency: unknown, rate: unknown): boolean {
  if (typeof currency !== 'string' || typeof rate !== 'string') return false;
  return /^[A-Z]{3}$/.test(currency) && currency !== 'EUR' && /^\d{1,9}(\.\d{1,12})?$/.test(rate) && /[1-9]/.test(rate);
}

// A freight table while it is edited: numbers are text; grams or pieces, amounts in the table's currency.
import type { OutputOf } from '../../../../contract/index.ts';
import type { Currency } from '../../../../domain/currencies.ts';
import { type FreightZone, freightLimits } from '../../../../domain/freight/freight.ts';
import { judgeFreight } from '../../../../domain/freight/freight-rules.ts';
import { decimalOf, money, readAmount } from '../../../../domain/money.ts';
import { judgeAmount } from '../../../parts/form/amount-field.tsx';
import type { Words } from '../../../parts/use-words.ts';

export type FreightTableView = OutputOf<'consoleFreight'>['list'][number];
export type ZoneDraft = { countries: string[]; postcodes: string; by: FreightZone['by'] } & Record<
  Figure | Amount,
  string
>;
export type FreightDraft = { name: string; currency: Currency; zones: ZoneDraft[] };

const figures = ['firstUnits', 'stepUnits', 'daysFrom', 'daysUntil'] as const;
type Figure = (typeof figures)[number];
const amounts = ['firstMinor', 'stepMinor', 'freeFromMinor'] as const;
type Amount = (typeof amounts)[number];

export const blankZone: ZoneDraft = {
  ...{ countries: [], postcodes: '', by: 'weight', firstUnits: '500', firstMinor: '', stepUnits: '500', stepMinor: '' },
  ...{ freeFromMinor: '', daysFrom: '3', daysUntil: '7' },
};

export const freightDraftOf = ({ name, currency, zones }: FreightTableView): FreightDraft => ({
  ...{ name, currency },
  zones: zones.map((zone) => ({
    ...{ countries: zone.countries, postcodes: zone.postcodes.join(', '), by: zone.by },
    ...{ firstUnits: String(zone.firstUnits), stepUnits: String(zone.stepUnits) },
    ...{ daysFrom: String(zone.daysFrom), daysUntil: String(zone.daysUntil) },
    firstMinor: decimalOf(money(zone.firstMinor, currency)),
    stepMinor: decimalOf(money(zone.stepMinor, currency)),
    freeFromMinor: zone.freeFromMinor === null ? '' : decimalOf(money(zone.freeFromMinor, currency)),
  })),
});

const readCodes = (text: string) =>
  text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter(Boolean);

/** The input to send, for a draft that was checked. */
export function tableOf({ name, currency, zones }: FreightDraft) {
  const read = (text: string) => readAmount(text, currency)?.amountMinor ?? 0;
  return {
    ...{ name, currency },
    zones: zones.map((zone) => ({
      ...{ countries: zone.countries, postcodes: readCodes(zone.postcodes), by: zone.by },
      ...{ firstUnits: Number(zone.firstUnits), stepUnits: Number(zone.stepUnits) },
      ...{ daysFrom: Number(zone.daysFrom), daysUntil: Number(zone.daysUntil) },
      ...{ firstMinor: read(zone.firstMinor), stepMinor: read(zone.stepMinor) },
      freeFromMinor: zone.freeFromMinor.trim() ? read(zone.freeFromMinor) : null,
    })),
  };
}

const boundsOf = (figure: Figure) =>
  figure === 'firstUnits' || figure === 'stepUnits'
    ? { min: 1, max: freightLimits.units }
    : { min: 0, max: freightLimits.days };

/** Problems by path: by the rules of the server, and texts that are no numbers. */
export function judgeDraft(draft: FreightDraft, words: Words): Record<string, string | undefined> {
  const { say } = words;
  const found: Record<string, string | undefined> = {};
  draft.zones.forEach((zone, at) => {
    for (const figure of figures) {
      const { min, max } = boundsOf(figure);
      const isFigure =
        /^\d{1,7}$/.test(zone[figure].trim()) && Number(zone[figure]) >= min && Number(zone[figure]) <= max;
      if (!isFigure) found[`zones.${at}.${figure}`] = say('ui.field.range', { min, max });
    }
    for (const amount of amounts) {
      if (amount === 'freeFromMinor' && !zone[amount].trim()) continue;
      const { problem } = judgeAmount(zone[amount], draft.currency, words);
      if (problem) found[`zones.${at}.${amount}`] = problem;
    }
  });
  for (const [path, { problem }] of Object.entries(judgeFreight(tableOf(draft))))
    found[path] ??= say(`ui.field.${problem}`);
  return found;
}

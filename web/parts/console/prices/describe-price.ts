// An agent price as text (rules §11): scope, buyers, value and time.
import type { Currency } from '../../../../domain/currencies.ts';
import { money } from '../../../../domain/money.ts';
import { agentPrice } from '../../../../domain/price.ts';
import type { Words } from '../../use-words.ts';
import { nameLevel } from '../name-level.ts';
import type { AgentPrice, PriceKind, PriceList } from './price-draft.ts';

type PriceValue = { kind: PriceKind; value: number };

export function describePriceValue({ kind, value }: PriceValue, currency: Currency | null, words: Words): string {
  if (kind === 'percent' || !currency)
    return words.say('editing.price.reduction.percent', { percent: words.intl.formatNumber(value / 100) });
  return words.say(`editing.price.reduction.${kind}`, { amount: words.money(money(value, currency)) });
}

export const nameOfSku = (sku: PriceList['skus'][number]) => `${sku.packageName} › ${sku.name}`;

export function formatResultPrice(priceMinor: number, rule: PriceValue, currency: Currency, words: Words): string {
  return words.money(money(agentPrice(priceMinor, rule), currency));
}

/** The scope of a price, in one line. */
export function describePriceScope(price: AgentPrice, { say }: Pick<Words, 'say'>): string {
  if (price.scope === 'city') return price.cityName;
  if (price.scope === 'type') return say(`catalog.type.${price.type}`);
  if (price.scope === 'everything') return say('editing.price.scope.everything');
  return [price.productName, price.packageName, price.skuName].filter(Boolean).join(' › ');
}

export function describePriceBuyer(
  { level, partnerName }: Pick<AgentPrice, 'level' | 'partnerName'>,
  levelNames: readonly string[],
  words: Pick<Words, 'say'>,
): string {
  return level === null ? partnerName : nameLevel(words, levelNames, level);
}

/** '' for a price that always applies. */
export function describePricePeriod({ validBy, validFrom, validUntil }: AgentPrice, { say, intl }: Words): string {
  if (!validBy) return '';
  // With the year, because seasons often cross a year's end.
  const day = (on: string) => intl.formatDate(Date.parse(on), { dateStyle: 'medium', timeZone: 'UTC' });
  const from = validFrom && day(validFrom);
  const until = validUntil && day(validUntil);
  const days = from && until ? `${from} – ${until}` : from ? say('editing.price.from', { day: from }) : '';
  return say(`editing.price.time.${validBy}`, { span: days || say('editing.price.until', { day: until ?? '' }) });
}

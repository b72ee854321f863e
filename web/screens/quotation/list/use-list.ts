// The quotation while it is open: its lines from this browser, their products as they are sold now, and the price of each line for
// the agent and the customer.

import { useEffect, useRef, useState } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import { openDay } from '../../../../domain/dates.ts';
import { addMoney, type Money } from '../../../../domain/money.ts';
import { hasLastDay } from '../../../../domain/product-types.ts';
import { usualGuests } from '../../../../domain/rooms.ts';
import { send } from '../../../call.ts';
import { describeError } from '../../../parts/describe-error.ts';
import { readList, type SavedLine, type SavedList, saveList } from '../../../parts/quotation/save-list.ts';
import type { Quoted } from '../../../parts/quotation/use-products.ts';
import { useWords } from '../../../parts/use-words.ts';

export type ListFigures = OutputOf<'skuQuote'>;
export type Costs = { figures: ListFigures } | { problem: string } | undefined;
export type OpenLine = SavedLine & { key: number };
export type OpenList = Omit<SavedList, 'lines'> & { lines: OpenLine[] };

const pauseMilliseconds = 400;
export const isPercent = (text: string): boolean => /^\d{1,3}(\.\d{1,2})?$/.test(text.trim());

/** Undefined until the browser's storage was read. */
export function useSavedList(userNo: string): [OpenList | undefined, (list: OpenList) => void] {
  const [list, setList] = useState<OpenList>();
  useEffect(() => {
    const { lines, ...rest } = readList(userNo);
    setList({ ...rest, lines: lines.map((line, at) => ({ ...line, key: at + 1 })) });
  }, [userNo]);
  const change = (next: OpenList) => {
    setList(next);
    saveList(userNo, { ...next, lines: next.lines.map(({ key: _, ...line }) => line) });
  };
  return [list, change];
}

export const newListLine = (productId: string, name: string, lines: OpenLine[]): OpenLine => ({
  key: Math.max(0, ...lines.map((line) => line.key)) + 1,
  ...{ productId, name, packageId: '', skuId: '', on: '', until: '', session: '', quantity: 1, guests: null },
});

function fillFirst(line: OpenLine, product: Quoted | null | undefined): OpenLine {
  const first = product?.packages[0];
  const chosen = product?.packages.find((pack) => pack.id === line.packageId);
  // Its package no longer asks for guests.
  if (chosen && line.guests && !usualGuests(chosen)) return { ...line, guests: null };
  if (!first || line.packageId) return line;
  return {
    ...line,
    packageId: first.id,
    skuId: first.skus[0]?.id ?? '',
    on: first.nextOn ?? '',
    session: first.nextSession,
  };
}

/** A product that was just chosen is requested with its first options, as soon as they are known. */
export function useFirstOffers(
  lines: OpenLine[],
  products: Map<string, Quoted | null>,
  setLines: (lines: OpenLine[]) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is filled in are the lines themselves
  useEffect(() => {
    const filled = lines.map((line) => fillFirst(line, products.get(line.productId)));
    if (filled.some((line, at) => line !== lines[at])) setLines(filled);
  }, [lines, products]);
}

/** The input of exportQuote and skuQuote; undefined while a choice is missing. */
export function questionOf(line: SavedLine, product: Quoted) {
  const { skuId, session, quantity, until, guests } = line;
  const pack = product.packages.find((item) => item.id === line.packageId);
  const dated = pack?.openDays == null;
  const ends = hasLastDay(product.stockBy, pack);
  const playOn = dated ? line.on : openDay;
  if (!skuId || !playOn || quantity < 1 || (ends && !until)) return undefined;
  return { skuId, playOn, session, quantity, ...(ends ? { untilOn: until } : {}), ...(guests ? { guests } : {}) };
}

/** Prices by the line's key. An unchanged line is not requested again. */
export function useCosts(lines: OpenLine[], products: Map<string, Quoted | null>, percent: string): Map<number, Costs> {
  const words = useWords();
  const [costs, setCosts] = useState(new Map<string, Costs>());
  const questions = lines.map((line) => {
    const product = products.get(line.productId);
    const question = product ? questionOf(line, product) : undefined;
    const { skuId: id, ...more } = question ?? { skuId: '' };
    return {
      key: line.key,
      question: question && isPercent(percent) ? { id, ...more, percent: percent.trim() } : undefined,
    };
  });
  const known = useRef(costs);
  known.current = costs;
  const wanted = JSON.stringify(questions);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the questions as one word; words change with the page only
  useEffect(() => {
    let over = false;
    const timer = setTimeout(async () => {
      const isPriced = (question: object) => 'figures' in (known.current.get(JSON.stringify(question)) ?? {});
      const fresh = questions.filter(({ question }) => question && !isPriced(question));
      for (const { question } of fresh) {
        if (over || !question) return;
        const answer = await send('skuQuote', question as Parameters<typeof send<'skuQuote'>>[1]).then(
          (figures) => ({ figures }),
          (error: unknown) => ({ problem: describeError(error, words).text }),
        );
        if (!over) setCosts((before) => new Map([...before, [JSON.stringify(question), answer]]));
      }
    }, pauseMilliseconds);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [wanted]);
  return new Map(questions.map(({ key, question }) => [key, question && costs.get(JSON.stringify(question))]));
}

/** Sums of the lines that have a price; undefined while none has. */
export function sumCosts(costs: Iterable<Costs>): Pick<ListFigures, 'asked' | 'net' | 'retail' | 'margin'> | undefined {
  const priced = [...costs].flatMap((cost) => (cost && 'figures' in cost ? [cost.figures] : []));
  const sum = (pick: (one: ListFigures) => Money) => {
    const [first, ...rest] = priced.map(pick);
    return first && addMoney(first, ...rest);
  };
  const [price, net, retail, margin] = [
    sum((item) => item.asked),
    sum((item) => item.net),
    sum((item) => item.retail),
    sum((item) => item.margin),
  ];
  return price && net && retail && margin ? { asked: price, net, retail, margin } : undefined;
}

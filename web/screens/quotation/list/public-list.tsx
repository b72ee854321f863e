// The list of a visitor or member (§2 onlinequotation): products with days and quantities at the reader's own prices, on this device only.
import { IconFileInvoice, IconPrinter } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { addMoney, convertMoney, type Money, timesMoney } from '../../../../domain/money.ts';
import { send } from '../../../call.ts';
import { describeError } from '../../../parts/describe-error.ts';
import { FindProduct } from '../../../parts/quotation/find-product.tsx';
import { mostLines } from '../../../parts/quotation/save-list.ts';
import { type Quoted, useProducts } from '../../../parts/quotation/use-products.ts';
import { addRoom } from '../../../parts/quotation/use-quote.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, EmptyState, Notice } from '../../../ui/pieces.tsx';
import { ListedLine, type ListedLineProps } from './listed-line.tsx';
import { newListLine, type OpenLine, type OpenList, questionOf, useFirstOffers } from './use-list.ts';

type Price = { amount: Money } | { problem: string } | undefined;

const pauseMilliseconds = 400;

export function PublicList({ list, onChange }: { list: OpenList; onChange(list: OpenList): void }) {
  const words = useWords();
  const { colon, say } = words;
  const { lines } = list;
  const { products, problem } = useProducts(
    lines.map((line) => line.productId),
    false,
  );
  const prices = usePrices(lines, products);
  const setLines = (next: OpenLine[]) => onChange({ ...list, lines: next });
  useFirstOffers(lines, products, setLines);
  const amounts = lines.flatMap((line) => {
    const price = prices.get(line.key);
    return price && 'amount' in price ? [price.amount] : [];
  });
  const [first, ...rest] = amounts;
  return (
    <div className="grid gap-4">
      {problem && <Notice tone="bad" title={problem} />}
      {lines.length < mostLines && (
        <Card className="print:hidden">
          <FindProduct onAdd={({ id, name }) => setLines([...lines, newListLine(id, name, lines)])} />
        </Card>
      )}
      {lines.length === 0 && (
        <EmptyState icon={<IconFileInvoice className="size-12" />} title={say('quotation.empty')} />
      )}
      {lines.map((line) => (
        <PublicLine
          key={line.key}
          line={line}
          product={products.get(line.productId)}
          price={prices.get(line.key)}
          onChange={(next) => setLines(lines.map((one) => (one.key === line.key ? { ...one, ...next } : one)))}
          onRemove={() => setLines(lines.filter((one) => one.key !== line.key))}
          onCopy={lines.length < mostLines ? () => setLines(addRoom(lines, line)) : undefined}
        />
      ))}
      {first && amounts.length === lines.length && (
        <Card className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-lg font-bold tabular-nums" aria-live="polite">
            {colon(say('quotation.total'))}
            {words.money(addMoney(first, ...rest))}
          </p>
          <Button variant="outline" className="print:hidden" onClick={() => print()}>
            <IconPrinter aria-hidden="true" className="size-5" />
            {say('quotation.print')}
          </Button>
        </Card>
      )}
    </div>
  );
}

function PublicLine({ price, ...line }: ListedLineProps & { price: Price }) {
  const words = useWords();
  return (
    <ListedLine {...line} problem={price && 'problem' in price ? price.problem : undefined}>
      <p className="font-semibold">{price && 'amount' in price ? words.money(price.amount) : '–'}</p>
    </ListedLine>
  );
}

/** The current price of each line in the displayed currency, by its key; requested again a moment after the last change. */
function usePrices(lines: OpenLine[], products: Map<string, Quoted | null>): Map<number, Price> {
  const words = useWords();
  const [prices, setPrices] = useState(new Map<number, Price>());
  const questions = lines.map((line) => {
    const product = products.get(line.productId);
    return { key: line.key, question: product ? questionOf(line, product) : undefined };
  });
  const wanted = JSON.stringify(questions);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the questions as one word; words change with the page only
  useEffect(() => {
    let over = false;
    const timer = setTimeout(async () => {
      const found = new Map<number, Price>();
      for (const { key, question } of questions) {
        if (over) return;
        if (question)
          found.set(
            key,
            await ask(question).catch((error: unknown) => ({ problem: describeError(error, words).text })),
          );
      }
      if (!over) setPrices(found);
    }, pauseMilliseconds);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [wanted]);
  return prices;
}

async function ask(question: NonNullable<ReturnType<typeof questionOf>>): Promise<Price> {
  const { lines, shown } = await send('bookCheck', { lines: [question] });
  const [one] = lines;
  return one && { amount: timesMoney(convertMoney(one.unit, shown.currency, shown.rate), question.quantity) };
}

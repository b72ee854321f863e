// The price calculator (§2 calPrice): any quantities and dates, to copy or print. Everyone sees retail; an agent also the agent's price
// and the margin.
import { IconFileInvoice, IconPlus, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { data, Link } from 'react-router';
import type { Money } from '../../../domain/money.ts';
import { paths } from '../../../domain/paths.ts';
import { describeGuests } from '../../../domain/rooms.ts';
import { load } from '../../load.ts';
import { OneField } from '../../parts/booking/one-field.tsx';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { PageTitle } from '../../parts/page/page-title.tsx';
import { CopyButton } from '../../parts/quotation/copy-button.tsx';
import { LineCard } from '../../parts/quotation/line-card.tsx';
import { addLines } from '../../parts/quotation/save-list.ts';
import {
  addRoom,
  type QuoteLine,
  type QuoteProduct,
  type QuoteResult,
  sumUp,
  useFreight,
  useResults,
} from '../../parts/quotation/use-quote.ts';
import { nameSku, useWords } from '../../parts/use-words.ts';
import { useRoot } from '../../root-data.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { FactGrid } from '../../ui/fact-grid.tsx';
import { focusWhenShown } from '../../ui/move-focus.ts';
import { Card, Notice } from '../../ui/pieces.tsx';
import type { Route } from './+types/calculate-price';

const mostLines = 20;

/** A package in the address must belong to this product, otherwise the page is not found. */
export async function loader({ params: { id, packageId } }: Route.LoaderArgs) {
  const [product, chosen] = await Promise.all([
    load('productDetail', { id }),
    packageId ? load('packageDetail', { id: packageId }) : undefined,
  ]);
  if (chosen && chosen.productId !== product.id) throw data({ missing: true }, { status: 404 });
  return { product };
}

export default function CalculatePrice({ loaderData: { product }, params }: Route.ComponentProps) {
  const { say } = useWords();
  if (product.packages.length === 0)
    return (
      <div className="mx-auto max-w-xl py-8">
        <PageHeading className="mb-4 text-2xl font-bold" text={say('quotation.title')} />
        <Notice tone="info" title={say('catalog.product.noPackages')} />
      </div>
    );
  return <Calculator product={product} packageId={params.packageId} />;
}

function Calculator({ product, packageId }: { product: QuoteProduct; packageId: string | undefined }) {
  const words = useWords();
  const { say } = words;
  const agent = useAgent();
  const { lines, setLines, newLine, results, waiting, sums, change, write } = useCalculation(product, packageId);
  // Without the prices that are still requested a sum would be too small.
  const shown = (sum: Money) => (waiting ? '–' : words.money(sum));
  const margin = waiting ? '–' : `${words.money(sums.margin)} · ${sums.percent.toFixed(1)} %`;
  const ofAgent = [[say('quotation.own'), shown(sums.cost)] as const, [say('quotation.margin'), margin] as const];
  return (
    <div className="mx-auto grid max-w-4xl gap-4 py-6">
      <PageTitle text={`${say('quotation.title')} · ${product.name}`} />
      <header className="break-words">
        <h1 className="text-2xl font-bold">{say('quotation.title')}</h1>
        <Link to={product.path} className="font-semibold text-brand hover:underline print:no-underline">
          {product.name}
        </Link>
      </header>
      {lines.map((line) => (
        <LineCard
          key={line.key}
          line={line}
          product={product}
          problem={problemOf(results.get(line.key))}
          onChange={(next) => change({ ...line, ...next })}
          onRemove={lines.length > 1 ? () => setLines(lines.filter((item) => item.key !== line.key)) : undefined}
          onCopy={lines.length < mostLines ? () => setLines(addRoom(lines, line)) : undefined}
        >
          {priceText(results.get(line.key), words, agent)}
        </LineCard>
      ))}
      <AddLine
        disabled={lines.length >= mostLines}
        onAdd={() => setLines([...lines, newLine(Math.max(...lines.map((line) => line.key)) + 1)])}
      />
      <Delivery product={product} lines={lines} />
      <Card>
        <FactGrid
          aria-live="polite"
          className="gap-2 sm:grid-cols-3"
          look="text-lg font-bold tabular-nums"
          facts={[[say('quotation.retail'), shown(sums.retail)], ...(agent ? ofAgent : [])]}
        />
        <div className="mt-4 flex flex-wrap gap-3 print:hidden">
          <CopyButton make={write} word="quotation.copy" busy={waiting} />
          <Button variant="outline" onClick={() => print()}>
            <IconPrinter aria-hidden="true" className="size-5" />
            {say('quotation.print')}
          </Button>
          <AddToList product={product} lines={lines} />
        </div>
      </Card>
    </div>
  );
}

/** Whether the reader has agent prices. */
function useAgent(): boolean {
  const { user } = useRoot();
  return user?.approval === 'approved' && user.verAuthFlag;
}

function writeLine(
  line: QuoteLine,
  result: QuoteResult,
  product: QuoteProduct,
  words: ReturnType<typeof useWords>,
): string {
  const sku = product.packages.flatMap((item) => item.skus).find((item) => item.id === line.skuId);
  const when = [line.on, line.until && `– ${line.until}`, line.session].filter(Boolean).join(' ');
  const price = result && 'amount' in result ? words.money(result.amount) : '–';
  const guests = line.guests
    ? ` · ${words.say('catalog.stay.eachRoom', { guests: describeGuests(words, line.guests) })}`
    : '';
  return `${when} · ${sku ? nameSku(words, sku) : ''} ×\u00a0${line.quantity}${guests} · ${price}`;
}

function AddLine({ disabled, onAdd }: { disabled: boolean; onAdd(): void }) {
  const { say } = useWords();
  return (
    <div className="print:hidden">
      <Button variant="outline" disabled={disabled} onClick={onAdd} data-adds="lines">
        <IconPlus aria-hidden="true" className="size-5" />
        {say('quotation.add')}
      </Button>
    </div>
  );
}

/** The cost of delivery, if the product is sent and delivery is charged (§3 freight). */
function Delivery({ product, lines }: { product: QuoteProduct; lines: QuoteLine[] }) {
  const { say, money } = useWords();
  const [place, setPlace] = useState({ country: '', postcode: '' });
  const freight = useFreight(product, lines, place);
  const field = (name: keyof typeof place) => ({
    value: place[name],
    onLeave: () => undefined,
    onChange: (value: string) => setPlace({ ...place, [name]: value }),
  });
  const problem = freight && 'problem' in freight ? freight.problem : undefined;
  if (!product.freightId) return null;
  return (
    <Card className="grid items-start gap-3 sm:grid-cols-3">
      <OneField
        name="deliveryCountry"
        path="country"
        required={false}
        error={problem}
        countries={product.deliveryCountries ?? undefined}
        hint={product.deliveryCountries ? say('order.booking.deliveredOnlyTo') : undefined}
        {...field('country')}
      />
      <OneField name="deliveryPostcode" path="postcode" error={undefined} {...field('postcode')} />
      <FactGrid
        aria-live="polite"
        look="text-lg font-bold tabular-nums"
        facts={[[say('order.ladder.freight'), freight && 'amountMinor' in freight ? money(freight) : '–']]}
      />
    </Card>
  );
}

const problemOf = (result: QuoteResult): string | undefined =>
  result && 'problem' in result ? result.problem : undefined;

function priceText(result: QuoteResult, words: ReturnType<typeof useWords>, agent: boolean): string {
  if (!result || !('amount' in result)) return '–';
  if (!agent) return words.money(result.amount);
  const retail = words.money(result.retail);
  return `${words.money(result.amount)} · ${words.say('catalog.product.retail', { amount: retail })}`;
}

/** Copies the calculation into the quotation for a customer (§2 onlinequotation). */
function AddToList({ product, lines }: { product: QuoteProduct; lines: QuoteLine[] }) {
  const { say } = useWords();
  const { user } = useRoot();
  const [added, setAdded] = useState(false);
  if (added)
    return (
      <span role="status" tabIndex={-1} ref={focusWhenShown}>
        <LinkButton to={paths.quotation()} variant="outline">
          <IconFileInvoice aria-hidden="true" className="size-5" />
          {say('quotation.openList')}
        </LinkButton>
      </span>
    );
  const add = () => {
    const { id, name } = product;
    addLines(
      user?.userNo ?? '',
      lines.map(({ key: _, ...line }) => ({ ...line, productId: id, name })),
    );
    setAdded(true);
  };
  return (
    <Button variant="outline" onClick={add}>
      <IconFileInvoice aria-hidden="true" className="size-5" />
      {say('quotation.toList')}
    </Button>
  );
}

/** The typed lines, their prices, and everything as text. */
function useCalculation(product: QuoteProduct, packageId: string | undefined) {
  const words = useWords();
  const { colon, say } = words;
  const first = product.packages.find((item) => item.id === packageId) ?? product.packages[0];
  const newLine = (key: number): QuoteLine => ({
    key,
    packageId: first?.id ?? '',
    skuId: first?.skus[0]?.id ?? '',
    on: first?.nextOn ?? '',
    until: '',
    session: first?.nextSession ?? '',
    quantity: first?.minQuantity ?? 1,
    guests: null,
  });
  const [lines, setLines] = useState<QuoteLine[]>([newLine(1)]);
  const { results, waiting } = useResults(product, lines);
  const agent = useAgent();
  const sums = sumUp(product, results.values());
  const shown = words.money;
  const change = (next: QuoteLine) => setLines(lines.map((line) => (line.key === next.key ? next : line)));
  const write = () =>
    [
      product.name,
      ...lines.map((line) => writeLine(line, results.get(line.key), product, words)),
      `${colon(say('quotation.retail'))}${shown(sums.retail)}`,
      ...(agent
        ? [
            `${colon(say('quotation.own'))}${shown(sums.cost)}`,
            `${colon(say('quotation.margin'))}${shown(sums.margin)} (${sums.percent.toFixed(1)} %)`,
          ]
        : []),
    ].join('\n');
  return { lines, setLines, newLine, results, waiting, sums, change, write };
}

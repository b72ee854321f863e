// The price calculator for agents (§2 calPrice): any quantities and dates, retail beside the own price and the margin, to copy or print.
import { IconCopy, IconPlus, IconPrinter, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { load } from '../../load.ts';
import { PageTitle } from '../../parts/page-title.tsx';
import { type Product, type QuoteLine, type QuoteResult, sumUp, useResults } from '../../parts/quotation/use-quote.ts';
import { nameSku, useWords } from '../../parts/use-words.ts';
import { Button } from '../../ui/button.tsx';
import { Field, SelectInput, TextInput } from '../../ui/field.tsx';
import { Card, Notice } from '../../ui/pieces.tsx';
import type { Route } from './+types/calculate-price';

export async function loader({ params }: Route.LoaderArgs) {
  const user = await load('getUserInfo', {});
  return {
    agent: user.approval === 'approved' && user.verAuthFlag,
    product: await load('productDetail', { id: params.id }),
  };
}

export default function CalculatePrice({ loaderData: { agent, product }, params }: Route.ComponentProps) {
  const { say } = useWords();
  if (!agent || product.packages.length === 0)
    return (
      <div className="mx-auto max-w-xl py-8">
        <PageTitle text={say('quote.title')} />
        <h1 className="mb-4 text-2xl font-bold">{say('quote.title')}</h1>
        <Notice tone="info" title={say(agent ? 'product.soldOut' : 'quote.agentsOnly')} />
      </div>
    );
  return <Calculator product={product} packageId={params.packageId} />;
}

function Calculator({ product, packageId }: { product: Product; packageId: string | undefined }) {
  const words = useWords();
  const { say } = words;
  const first = product.packages.find((one) => one.id === packageId) ?? product.packages[0];
  const newLine = (key: number): QuoteLine => ({
    key,
    packageId: first?.id ?? '',
    skuId: first?.skus[0]?.id ?? '',
    on: first?.nextOn ?? '',
    until: '',
    session: first?.sessions[0] ?? '',
    quantity: 1,
  });
  const [lines, setLines] = useState<QuoteLine[]>([newLine(1)]);
  const [copied, setCopied] = useState(false);
  const results = useResults(product, lines);
  const sums = sumUp(product, results.values());
  const shown = (amount: Parameters<typeof words.shown>[0]) => words.shown(amount, product.shown);
  const change = (next: QuoteLine) => setLines(lines.map((line) => (line.key === next.key ? next : line)));
  const copy = async () => {
    const text = [
      product.name,
      ...lines.map((line) => writeLine(line, results.get(line.key), product, words)),
      `${say('quote.retail')}: ${shown(sums.retail)}`,
      `${say('quote.own')}: ${shown(sums.own)}`,
      `${say('quote.margin')}: ${shown(sums.margin)} (${sums.percent.toFixed(1)} %)`,
    ].join('\n');
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <div className="mx-auto grid max-w-4xl gap-4 py-6">
      <PageTitle text={`${say('quote.title')} · ${product.name}`} />
      <header>
        <h1 className="text-2xl font-bold">{say('quote.title')}</h1>
        <Link to={product.path} className="font-semibold text-brand hover:underline print:no-underline">
          {product.name}
        </Link>
      </header>
      {lines.map((line) => (
        <LineCard
          key={line.key}
          line={line}
          product={product}
          result={results.get(line.key)}
          onChange={change}
          onRemove={lines.length > 1 ? () => setLines(lines.filter((one) => one.key !== line.key)) : undefined}
        />
      ))}
      <div className="print:hidden">
        <Button
          variant="outline"
          disabled={lines.length >= 20}
          onClick={() => setLines([...lines, newLine(Math.max(...lines.map((one) => one.key)) + 1)])}
        >
          <IconPlus aria-hidden="true" className="size-5" />
          {say('quote.add')}
        </Button>
      </div>
      <Card>
        <dl aria-live="polite" className="grid gap-2 sm:grid-cols-3">
          <Figure label={say('quote.retail')} value={shown(sums.retail)} />
          <Figure label={say('quote.own')} value={shown(sums.own)} />
          <Figure label={say('quote.margin')} value={`${shown(sums.margin)} · ${sums.percent.toFixed(1)} %`} />
        </dl>
        <div className="mt-4 flex flex-wrap gap-3 print:hidden">
          <Button onClick={copy}>
            <IconCopy aria-hidden="true" className="size-5" />
            {say(copied ? 'quote.copied' : 'quote.copy')}
          </Button>
          <Button variant="outline" onClick={() => print()}>
            <IconPrinter aria-hidden="true" className="size-5" />
            {say('quote.print')}
          </Button>
        </div>
      </Card>
    </div>
  );
}

function writeLine(line: QuoteLine, result: QuoteResult, product: Product, words: ReturnType<typeof useWords>): string {
  const sku = product.packages.flatMap((one) => one.skus).find((one) => one.id === line.skuId);
  const when = [line.on, line.until && `– ${line.until}`, line.session].filter(Boolean).join(' ');
  const price = result && 'amount' in result ? words.shown(result.amount, product.shown) : '–';
  return `${when} · ${sku ? nameSku(words, sku) : ''} × ${line.quantity} · ${price}`;
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-quiet">{label}</dt>
      <dd className="text-lg font-bold tabular-nums">{value}</dd>
    </div>
  );
}

type LineCardProps = {
  line: QuoteLine;
  product: Product;
  result: QuoteResult;
  onChange(line: QuoteLine): void;
  onRemove: (() => void) | undefined;
};

function LineCard({ line, product, result, onChange, onRemove }: LineCardProps) {
  const words = useWords();
  const { say } = words;
  const chosen = product.packages.find((one) => one.id === line.packageId);
  const problem = result && 'problem' in result ? result.problem : undefined;
  const choosePackage = (id: string) => {
    const next = product.packages.find((one) => one.id === id);
    onChange({ ...line, packageId: id, skuId: next?.skus[0]?.id ?? '', session: next?.sessions[0] ?? '' });
  };
  return (
    <Card className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Field label={say('product.package')}>
          {(ids) => (
            <SelectInput ids={ids} value={line.packageId} onChange={(event) => choosePackage(event.target.value)}>
              {product.packages.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}
                </option>
              ))}
            </SelectInput>
          )}
        </Field>
        <Field label={say('quote.unit')}>
          {(ids) => (
            <SelectInput
              ids={ids}
              value={line.skuId}
              onChange={(event) => onChange({ ...line, skuId: event.target.value })}
            >
              {chosen?.skus.map((sku) => (
                <option key={sku.id} value={sku.id}>
                  {nameSku(words, sku)}
                </option>
              ))}
            </SelectInput>
          )}
        </Field>
        {chosen?.openDays == null && <Days line={line} stay={product.stockBy === 'room'} onChange={onChange} />}
        {chosen && chosen.sessions.length > 0 && (
          <Field label={say('product.session')}>
            {(ids) => (
              <SelectInput
                ids={ids}
                value={line.session}
                onChange={(event) => onChange({ ...line, session: event.target.value })}
              >
                {chosen.sessions.map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </SelectInput>
            )}
          </Field>
        )}
        <Field label={say('product.quantity')}>
          {(ids) => (
            <TextInput
              ids={ids}
              type="number"
              min={1}
              max={999}
              value={line.quantity}
              onChange={(event) => onChange({ ...line, quantity: Math.trunc(Number(event.target.value)) })}
            />
          )}
        </Field>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p aria-live="polite" className={problem ? 'text-bad' : 'tabular-nums'}>
          {problem ??
            (result && 'amount' in result
              ? `${words.shown(result.amount, product.shown)} · ${say('product.retail', { amount: words.shown(result.retail, product.shown) })}`
              : '–')}
        </p>
        {onRemove && (
          <Button variant="quiet" size="sm" onClick={onRemove} className="print:hidden">
            <IconTrash aria-hidden="true" className="size-4" />
            {say('quote.remove')}
          </Button>
        )}
      </div>
    </Card>
  );
}

function Days({ line, stay, onChange }: { line: QuoteLine; stay: boolean; onChange(line: QuoteLine): void }) {
  const { say } = useWords();
  return (
    <>
      <Field label={say(stay ? 'product.checkIn' : 'product.date')}>
        {(ids) => (
          <TextInput
            ids={ids}
            type="date"
            value={line.on}
            onChange={(event) => onChange({ ...line, on: event.target.value })}
          />
        )}
      </Field>
      {stay && (
        <Field label={say('product.checkOut')}>
          {(ids) => (
            <TextInput
              ids={ids}
              type="date"
              min={line.on}
              value={line.until}
              onChange={(event) => onChange({ ...line, until: event.target.value })}
            />
          )}
        </Field>
      )}
    </>
  );
}

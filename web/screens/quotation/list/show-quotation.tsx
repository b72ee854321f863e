// The quotation that an agent composes for a customer (§2 onlinequotation): several products, the agent's mark-up, exported as
// a workbook or on paper; stored on this device only.
import { IconFileInvoice } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { load } from '../../../load.ts';
import { PageTitle } from '../../../parts/page/page-title.tsx';
import { mostLines } from '../../../parts/quotation/save-list.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox, LabelledField, TextInput } from '../../../ui/field.tsx';
import { Card, EmptyState, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/show-quotation';
import { FindProduct } from './find-product.tsx';
import { HandOver } from './hand-over.tsx';
import { PrintSheet } from './print-sheet.tsx';
import { QuoteCard } from './quote-card.tsx';
import {
  type Costs,
  isPercent,
  type OpenLine,
  type OpenList,
  type Quoted,
  sumCosts,
  useCosts,
  useProducts,
  useSavedList,
} from './use-list.ts';

export async function loader(_: Route.LoaderArgs) {
  const user = await load('getUserInfo', {});
  return { userNo: user.userNo, agent: user.approval === 'approved' && user.verAuthFlag };
}

export default function ShowQuotation({ loaderData: { userNo, agent } }: Route.ComponentProps) {
  const { say } = useWords();
  const [list, change] = useSavedList(userNo);
  return (
    <div className="mx-auto grid max-w-4xl gap-4 py-6">
      <PageTitle text={say('quotation.listTitle')} />
      <header className="print:hidden">
        <h1 className="text-2xl font-bold">{say('quotation.listTitle')}</h1>
        {agent && <p className="mt-1 max-w-prose text-quiet">{say('quotation.listText')}</p>}
      </header>
      {!agent && <Notice tone="info" title={say('quotation.agentsOnly')} />}
      {agent && list && <Composer list={list} onChange={change} />}
    </div>
  );
}

function Composer({ list, onChange }: { list: OpenList; onChange(list: OpenList): void }) {
  const { say } = useWords();
  const { lines } = list;
  const { products, problem } = useProducts(lines.map((line) => line.productId));
  const costs = useCosts(lines, products, list.percent);
  const [hidden, setHidden] = useState(false);
  const [withNet, setWithNet] = useState(false);
  const setLines = (next: OpenLine[]) => onChange({ ...list, lines: next });
  const add = ({ id, name }: { id: string; name: string }) =>
    setLines([...lines, newLine(id, name, Math.max(0, ...lines.map((line) => line.key)) + 1)]);
  // A product that was just chosen is asked for with what it offers first, as soon as that is known.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is filled in are the lines themselves
  useEffect(() => {
    const filled = lines.map((line) => (line.packageId ? line : fillFirst(line, products.get(line.productId))));
    if (filled.some((line, at) => line !== lines[at])) setLines(filled);
  }, [lines, products]);
  const ready = lines.length > 0 && lines.every((line) => 'figures' in (costs.get(line.key) ?? {}));
  return (
    <>
      <div className="grid gap-4 print:hidden">
        {problem && <Notice tone="bad" title={problem} />}
        <Card className="grid gap-4">
          <Terms list={list} onChange={onChange} />
          {lines.length < mostLines && <FindProduct onAdd={add} />}
        </Card>
        {lines.length === 0 && (
          <EmptyState icon={<IconFileInvoice className="size-12" />} title={say('quotation.empty')} />
        )}
        {lines.map((line) => (
          <QuoteCard
            key={line.key}
            line={line}
            product={products.get(line.productId)}
            costs={costs.get(line.key)}
            hidden={hidden}
            onChange={(next) => setLines(lines.map((item) => (item.key === line.key ? { ...item, ...next } : item)))}
            onRemove={() => setLines(lines.filter((item) => item.key !== line.key))}
          />
        ))}
        {lines.length > 0 && (
          <Card className="grid gap-4">
            <Sums costs={costs} hidden={hidden} onHide={setHidden} />
            <HandOver list={list} products={products} ready={ready} withNet={withNet} onWithNet={setWithNet} />
            <Clear count={lines.length} onClear={() => setLines([])} />
          </Card>
        )}
      </div>
      <PrintSheet list={list} products={products} costs={costs} withNet={withNet} />
    </>
  );
}

const newLine = (productId: string, name: string, key: number): OpenLine => ({
  key,
  productId,
  name,
  packageId: '',
  skuId: '',
  on: '',
  until: '',
  session: '',
  quantity: 1,
});

function fillFirst(line: OpenLine, product: Quoted | null | undefined): OpenLine {
  const first = product?.packages[0];
  if (!first) return line;
  return {
    ...line,
    packageId: first.id,
    skuId: first.skus[0]?.id ?? '',
    on: first.nextOn ?? '',
    session: first.sessions[0] ?? '',
  };
}

function Terms({ list, onChange }: { list: OpenList; onChange(list: OpenList): void }) {
  const { say } = useWords();
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <LabelledField
        label={say('quotation.markup')}
        error={isPercent(list.percent) ? undefined : say('quotation.markupWrong')}
      >
        {(ids) => (
          <TextInput
            ids={ids}
            inputMode="decimal"
            maxLength={6}
            value={list.percent}
            onChange={(event) => onChange({ ...list, percent: event.target.value.replace(',', '.') })}
          />
        )}
      </LabelledField>
      <LabelledField label={say('quotation.customer')}>
        {(ids) => (
          <TextInput
            ids={ids}
            maxLength={80}
            autoComplete="off"
            value={list.customer}
            onChange={(event) => onChange({ ...list, customer: event.target.value })}
          />
        )}
      </LabelledField>
    </div>
  );
}

type SumsProps = { costs: Map<number, Costs>; hidden: boolean; onHide(hidden: boolean): void };

function Sums({ costs, hidden, onHide }: SumsProps) {
  const words = useWords();
  const { say } = words;
  const sums = sumCosts(costs.values());
  const margins =
    sums && !hidden
      ? ([
          ['quotation.own', sums.net],
          ['quotation.retail', sums.retail],
          ['quotation.margin', sums.margin],
        ] as const)
      : [];
  return (
    <>
      <dl aria-live="polite" className="grid gap-3 sm:grid-cols-4">
        {[['quotation.asked', sums?.asked] as const, ...margins].map(([word, amount]) => (
          <div key={word} className="min-w-0">
            <dt className="text-sm text-quiet">{say(word)}</dt>
            <dd className="text-lg font-bold tabular-nums">{amount ? words.money(amount) : '–'}</dd>
          </div>
        ))}
      </dl>
      <Checkbox label={say('quotation.hideNet')} checked={hidden} onChange={(event) => onHide(event.target.checked)} />
    </>
  );
}

function Clear({ count, onClear }: { count: number; onClear(): void }) {
  const { say } = useWords();
  const [asking, setAsking] = useState(false);
  return (
    <div>
      <Button variant="quiet" size="sm" onClick={() => setAsking(true)}>
        {say('quotation.clear')}
      </Button>
      <Dialog open={asking} onClose={() => setAsking(false)} title={say('quotation.clear')}>
        <div className="grid gap-4">
          <p>{say('quotation.clearText', { count })}</p>
          <div className="flex flex-wrap gap-3">
            <Button variant="danger" onClick={onClear}>
              {say('quotation.clear')}
            </Button>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              {say('ui.dialog.cancel')}
            </Button>
          </div>
        </div>
      </Dialog>
    </div>
  );
}

// §2 onlinequotation: with the token of a link the customer's quotation; otherwise a list of products on this device. An agent adds a
// mark-up, downloads it as a workbook or prints it, or saves it; everyone else sees retail prices.
import { IconFileInvoice } from '@tabler/icons-react';
import { useState } from 'react';
import { redirect } from 'react-router';
import { paths } from '../../../../domain/paths.ts';
import { load } from '../../../load.ts';
import { InputField } from '../../../parts/form/fields.tsx';
import { LinkOver } from '../../../parts/page/link-over.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { FindProduct } from '../../../parts/quotation/find-product.tsx';
import { mostLines } from '../../../parts/quotation/save-list.ts';
import { useProducts } from '../../../parts/quotation/use-products.ts';
import { addRoom } from '../../../parts/quotation/use-quote.ts';
import { useWords } from '../../../parts/use-words.ts';
import { useRoot } from '../../../root-data.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { FactGrid } from '../../../ui/fact-grid.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { Card, EmptyState, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/show-quotation';
import { CustomerPage } from './customer-page.tsx';
import { HandOver } from './hand-over.tsx';
import { PrintSheet } from './print-sheet.tsx';
import { PublicList } from './public-list.tsx';
import { QuoteCard } from './quote-card.tsx';
import { SaveList } from './save-as-quotation.tsx';
import {
  type Costs,
  isPercent,
  newListLine,
  type OpenLine,
  type OpenList,
  sumCosts,
  useCosts,
  useFirstOffers,
  useSavedList,
} from './use-list.ts';

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const token = params.get('quotetoken');
  if (!token) return { token: '', quotation: null };
  const { quotation } = await load('dtaQuoteList', { quotetoken: token });
  // The customer's language, unless the customer chose another.
  if (quotation && !params.has('l')) throw redirect(paths.quotation({ quotetoken: token, l: quotation.language }));
  return { token, quotation };
}

export function ErrorBoundary() {
  const { say } = useWords();
  return <LinkOver heading={say('quotation.gone.title')} text={say('quotation.gone.text')} />;
}

export default function ShowQuotation({ loaderData: { token, quotation } }: Route.ComponentProps) {
  return quotation ? <CustomerPage quotation={quotation} token={token} /> : <List />;
}

/** Agents quote at their prices, everyone else sees retail. */
function List() {
  const { say } = useWords();
  const { user } = useRoot();
  const agent = user?.approval === 'approved' && user.verAuthFlag;
  const [list, change] = useSavedList(user?.userNo ?? '');
  return (
    <div className="mx-auto grid max-w-4xl gap-4 py-6">
      <header className="flex flex-wrap items-start justify-between gap-3 print:hidden">
        <div>
          <PageHeading text={say('quotation.listTitle')} />
          <p className="mt-1 max-w-prose text-quiet">{say(agent ? 'quotation.listText' : 'quotation.publicText')}</p>
        </div>
        {agent && (
          <LinkButton variant="outline" to={paths.quotations()}>
            {say('quotation.quotations')}
          </LinkButton>
        )}
      </header>
      {list && (agent ? <Composer list={list} onChange={change} /> : <PublicList list={list} onChange={change} />)}
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
  const add = ({ id, name }: { id: string; name: string }) => setLines([...lines, newListLine(id, name, lines)]);
  useFirstOffers(lines, products, setLines);
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
            onCopy={lines.length < mostLines ? () => setLines(addRoom(lines, line)) : undefined}
          />
        ))}
        {lines.length > 0 && (
          <Card className="grid gap-4">
            <Sums costs={costs} hidden={hidden} onHide={setHidden} />
            <HandOver list={list} products={products} ready={ready} withNet={withNet} onWithNet={setWithNet} />
            <SaveList list={list} products={products} />
            <Clear count={lines.length} onClear={() => setLines([])} />
          </Card>
        )}
      </div>
      <PrintSheet list={list} products={products} costs={costs} withNet={withNet} />
    </>
  );
}

function Terms({ list, onChange }: { list: OpenList; onChange(list: OpenList): void }) {
  const { say } = useWords();
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <InputField
        label={say('quotation.markup')}
        error={isPercent(list.percent) ? undefined : say('quotation.markupWrong')}
        inputMode="decimal"
        maxLength={6}
        value={list.percent}
        onValue={(text) => onChange({ ...list, percent: text.replace(',', '.') })}
      />
      <InputField
        label={say('quotation.customer')}
        maxLength={80}
        autoComplete="off"
        value={list.customer}
        onValue={(text) => onChange({ ...list, customer: text })}
      />
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
  const figures = [['quotation.customerPrice', sums?.asked] as const, ...margins];
  return (
    <>
      <FactGrid
        aria-live="polite"
        className="gap-3 sm:grid-cols-4"
        look="text-lg font-bold tabular-nums"
        facts={figures.map(([word, amount]) => [say(word), amount ? words.money(amount) : '–'])}
      />
      <Checkbox label={say('quotation.hideNet')} checked={hidden} onValue={onHide} />
    </>
  );
}

function Clear({ count, onClear }: { count: number; onClear(): void }) {
  const { say } = useWords();
  return (
    <div>
      <DialogButton variant="quiet" size="sm" text={say('quotation.clear')}>
        {(close) => (
          <div className="grid gap-4">
            <p>{say('quotation.clearText', { count })}</p>
            <div className="flex flex-wrap gap-3">
              <Button variant="danger" onClick={onClear}>
                {say('quotation.clear')}
              </Button>
              <Button variant="quiet" onClick={close}>
                {say('ui.dialog.cancel')}
              </Button>
            </div>
          </div>
        )}
      </DialogButton>
    </div>
  );
}

// Prices of single sessions on every day (decision 0301): a row per session, a column per SKU; an empty cell means the day's price. A new
// session is part of the draft, so that it is refused without any price instead of being lost when the product is saved.
import { useState } from 'react';
import { skuFields } from '../../../../domain/product-fields.ts';
import { CellField, useEditor } from '../../../parts/console/catalogue/draft-fields.tsx';
import { isTyped, type SkuDraft, stockByOf } from '../../../parts/console/catalogue/product-draft.ts';
import { InputField } from '../../../parts/form/fields.tsx';
import { removesRow } from '../../../parts/form/remove-row.ts';
import { useWords, type Words } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { PlainTable } from '../../../ui/plain-table.tsx';

export function SessionPrices({ at }: { at: number }) {
  const words = useWords();
  const { say } = words;
  const { draft, from, change } = useEditor();
  const skus = draft.packages[at]?.skus ?? [];
  const path = `packages.${at}.skus`;
  const sessions = [...new Set(skus.flatMap((sku) => sku.sessionPrices.map((price) => price.session)))].sort();
  const names = skus.map(
    (sku, row) => nameDraft(words, sku, stockByOf(draft), from) || say('editing.one.skus', { number: row + 1 }),
  );
  const drop = (session: string) =>
    change(
      path,
      skus.map((sku) => ({ ...sku, sessionPrices: sku.sessionPrices.filter((price) => price.session !== session) })),
    );
  const add = (session: string) =>
    change(
      path,
      skus.map((sku) => ({ ...sku, sessionPrices: setPrice(sku, { session, priceMinor: '' }) })),
    );
  return (
    <fieldset data-path={`${path}.sessionPrices`} data-adds={path} tabIndex={-1} className="grid gap-3">
      <legend className="font-semibold">{say('editing.field.sessionPrices')}</legend>
      <p className="text-sm text-quiet">{say('editing.sessionPricesHint')}</p>
      {sessions.length > 0 && <PriceTable skus={skus} names={names} path={path} sessions={sessions} onDrop={drop} />}
      <AddSession known={sessions} onAdd={add} />
    </fieldset>
  );
}

type Price = SkuDraft['sessionPrices'][number];

const setPrice = (sku: SkuDraft, price: Price): Price[] =>
  [...sku.sessionPrices.filter((one) => one.session !== price.session), price].sort((left, other) =>
    left.session < other.session ? -1 : 1,
  );

type PriceTableProps = {
  skus: SkuDraft[];
  names: string[];
  path: string;
  sessions: string[];
  onDrop(session: string): void;
};

function PriceTable({ skus, names, path, sessions, onDrop }: PriceTableProps) {
  const { say } = useWords();
  const { draft } = useEditor();
  return (
    <div className="relative overflow-x-auto rounded-lg border border-line">
      <PlainTable
        caption={say('editing.field.sessionPrices')}
        heads={[
          say('catalog.product.session'),
          ...names.map((name) => `${name} (${draft.currency})`),
          <span key="acts" className="sr">
            {say('partner.acts')}
          </span>,
        ]}
        headClass="px-2 py-1"
      >
        {sessions.map((session) => (
          <tr key={session}>
            <th scope="row" className="px-2 py-2 text-left font-medium tabular-nums">
              {session}
            </th>
            {skus.map((sku, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column represents the SKU at its index
              <td key={row} className="px-2 py-2 align-top">
                <PriceCell path={`${path}.${row}`} sku={sku} session={session} label={`${names[row]}, ${session}`} />
              </td>
            ))}
            <td className="px-2 py-2">
              <Button variant="quiet" size="sm" {...removesRow(path, () => onDrop(session))}>
                {say('editing.pickup.delete')}
                <span className="sr"> {session}</span>
              </Button>
            </td>
          </tr>
        ))}
      </PlainTable>
    </div>
  );
}

function nameDraft(
  { say }: Words,
  sku: SkuDraft,
  by: ReturnType<typeof stockByOf>,
  from: keyof SkuDraft['names'],
): string {
  if (!isTyped(sku, by)) return sku.names[from]?.trim() ?? '';
  return say(sku.ticketType ? `catalog.ticket.${sku.ticketType}` : `catalog.car.${sku.carType}`);
}

type PriceCellProps = { path: string; sku: SkuDraft; session: string; label: string };

/** A price is a row of the SKU, which saving deletes where it is empty and another SKU has a price of the session. */
function PriceCell({ path, sku, session, label }: PriceCellProps) {
  const { change } = useEditor();
  const rows = sku.sessionPrices;
  const place = rows.findIndex((row) => row.session === session);
  const set = (priceMinor: string) => change(`${path}.sessionPrices`, setPrice(sku, { session, priceMinor }));
  const at = place < 0 ? rows.length : place;
  return <CellField path={`${path}.sessionPrices.${at}.priceMinor`} label={label} className="!w-28" onPick={set} />;
}

function AddSession({ known, onAdd }: { known: string[]; onAdd(session: string): void }) {
  const { say } = useWords();
  const [typed, setTyped] = useState('');
  const session = typed.slice(0, 5);
  const add = () => {
    onAdd(session);
    setTyped('');
  };
  return (
    <div className="flex flex-wrap items-end gap-3">
      <InputField
        label={say('catalog.product.session')}
        type="time"
        className="!w-36"
        value={typed}
        onValue={setTyped}
      />
      <Button
        variant="outline"
        disabled={!session || known.includes(session) || known.length >= skuFields.sessionPrices.most}
        onClick={add}
      >
        {say('editing.addSessionPrice')}
      </Button>
    </div>
  );
}

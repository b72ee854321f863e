// A line of a quotation that is edited: a product with day, quantity and extras, or free text with a price.
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { openDay } from '../../../../domain/dates.ts';
import { AreaField, InputField } from '../../../parts/form/fields.tsx';
import { removesRow } from '../../../parts/form/remove-row.ts';
import { LineCard, type QuoteUnit } from '../../../parts/quotation/line-card.tsx';
import type { Quoted } from '../../../parts/quotation/use-products.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/pieces.tsx';
import type { DraftLine, OpenDraft } from './use-draft.ts';

type LineProps = {
  line: DraftLine;
  at: number;
  open: OpenDraft;
  /** Undefined while it is loaded, null if it is no longer sold. */
  product: Quoted | null | undefined;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove(): void;
  onCopy: (() => void) | undefined;
};

export function DraftLineCard(props: LineProps) {
  const { line, at, open, product, onRemove, onCopy } = props;
  const { say } = useWords();
  const { errors, changeLine } = open;
  const set = (next: Partial<DraftLine>) => changeLine(line.key, (known) => ({ ...known, ...next }));
  if (!line.productId) return <TextLine {...props} set={set} />;
  if (!product)
    return (
      <Card className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-semibold break-words">{line.name}</h2>
          <p className="text-sm text-quiet">{product === null ? say('quotation.gone') : '…'}</p>
        </div>
        <Button variant="quiet" size="sm" {...removesRow('lines', onRemove)}>
          {say('quotation.remove')}
        </Button>
      </Card>
    );
  const dated = product.packages.find((pack) => pack.id === line.packageId)?.openDays == null;
  const refused = Object.entries(errors).find(([path]) => path.startsWith(`lines.${at}.`))?.[1];
  const unit: QuoteUnit = { ...line, on: dated ? line.playOn : '', until: line.untilOn };
  const take = ({ on, until, packageId, skuId, session, quantity, guests }: QuoteUnit) => {
    const isDated = product.packages.find((pack) => pack.id === packageId)?.openDays == null;
    const day = on === openDay ? '' : on;
    set({
      packageId,
      skuId,
      session,
      quantity,
      guests,
      playOn: isDated ? day : openDay,
      untilOn: isDated ? until : '',
    });
  };
  return (
    <LineCard
      line={unit}
      product={product}
      problem={undefined}
      onChange={take}
      onRemove={onRemove}
      onCopy={onCopy}
      heading={<LineHead {...props} name={product.name} />}
    >
      <div className="grid gap-3">
        <More line={line} product={product} dated={dated} set={set} />
        <Priced line={line} problem={refused || line.priced?.problem} />
      </div>
    </LineCard>
  );
}

function LineHead({ name, onUp, onDown }: LineProps & { name: string }) {
  const { say } = useWords();
  const step = (word: string, act: (() => void) | undefined, icon: ReactNode) => (
    <button
      type="button"
      onClick={act}
      disabled={!act}
      aria-label={`${say(word)}: ${name}`}
      className="grid size-11 place-items-center rounded-lg hover:bg-canvas disabled:opacity-40"
    >
      {icon}
    </button>
  );
  return (
    <div className="flex items-start justify-between gap-3">
      <h2 className="min-w-0 pt-2 font-semibold break-words">{name}</h2>
      <div className="flex shrink-0">
        {step('quotation.up', onUp, <IconArrowUp aria-hidden="true" className="size-5" />)}
        {step('quotation.down', onDown, <IconArrowDown aria-hidden="true" className="size-5" />)}
      </div>
    </div>
  );
}

type SetLine = (next: Partial<DraftLine>) => void;
type MoreProps = { line: DraftLine; product: Quoted; dated: boolean; set: SetLine };

function More({ line, product, dated, set }: MoreProps) {
  const { say } = useWords();
  return (
    <div className="grid gap-3 font-normal text-ink sm:grid-cols-2 lg:grid-cols-3">
      {product.addOns.map((addOn) => (
        <InputField
          key={addOn.id}
          label={addOn.name}
          type="number"
          min={0}
          max={addOn.most ?? line.quantity}
          value={line.addOns.find((one) => one.id === addOn.id)?.quantity ?? 0}
          onValue={(value) => {
            const others = line.addOns.filter((one) => one.id !== addOn.id);
            const quantity = Math.trunc(Number(value));
            set({ addOns: quantity > 0 ? [...others, { id: addOn.id, quantity }] : others });
          }}
        />
      ))}
      {!dated && <DayField line={line} set={set} />}
      <InputField
        label={say('quotation.lineMarkup')}
        inputMode="decimal"
        maxLength={6}
        value={line.percent}
        onValue={(text) => set({ percent: text })}
      />
      <InputField label={say('quotation.note')} maxLength={2000} value={line.text} onValue={(text) => set({ text })} />
    </div>
  );
}

function DayField({ line, set, error }: { line: DraftLine; set: SetLine; error?: string | undefined }) {
  const { say } = useWords();
  return (
    <InputField
      label={say('quotation.day')}
      error={error}
      type="date"
      value={line.dayOn}
      onValue={(text) => set({ dayOn: text })}
    />
  );
}

/** The customer's price of a line, with the agent's and the public price; or the reason why it has none. */
function Priced({ line: { priced }, problem }: { line: DraftLine; problem: string | undefined }) {
  const words = useWords();
  const { say } = words;
  if (problem) return <p className="text-bad">{problem}</p>;
  if (!priced?.amount) return <p>–</p>;
  const { amount, net, retail } = priced;
  return (
    <div>
      <p className="font-semibold">{words.money(amount)}</p>
      {net && retail && (
        <p className="text-sm text-quiet">
          {`${say('quotation.column.net')} ${words.money(net)} · ${say('quotation.column.retail')} ${words.money(retail)}`}
        </p>
      )}
    </div>
  );
}

function TextLine(props: LineProps & { set: SetLine }) {
  const { line, at, open, set, onRemove } = props;
  const { errors } = open;
  const { say } = useWords();
  return (
    <Card className="grid gap-3">
      <LineHead {...props} name={line.title || say('quotation.addText')} />
      <div className="grid gap-3 sm:grid-cols-3">
        <InputField
          label={say('quotation.textTitle')}
          error={errors[`lines.${at}.title`]}
          required
          maxLength={120}
          value={line.title}
          onValue={(text) => set({ title: text })}
        />
        <InputField
          label={say('quotation.price')}
          error={errors[`lines.${at}.price`]}
          required
          inputMode="decimal"
          maxLength={20}
          value={line.price}
          onValue={(text) => set({ price: text })}
        />
        <DayField line={line} set={set} error={errors[`lines.${at}.dayOn`]} />
      </div>
      <AreaField
        label={say('quotation.note')}
        rows={2}
        maxLength={2000}
        value={line.text}
        onValue={(text) => set({ text })}
      />
      <div>
        <Button variant="quiet" size="sm" {...removesRow('lines', onRemove)}>
          {say('quotation.remove')}
        </Button>
      </div>
    </Card>
  );
}

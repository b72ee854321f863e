// One line of a price calculation or quotation: package, SKUs, days, time, quantity; and its price, or the reason why it has none.
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { hasLastDay, type StockBy } from '../../../domain/product-types.ts';
import { describeGuests, type Guests, type RoomSize, usualGuests } from '../../../domain/rooms.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/pieces.tsx';
import { ChoiceField, InputField } from '../form/fields.tsx';
import { removesRow } from '../form/remove-row.ts';
import { nameSku, useWords } from '../use-words.ts';
import type { QuoteLine } from './use-quote.ts';

/** The requested units, without the line's number. */
export type QuoteUnit = Omit<QuoteLine, 'key'>;

type Pack = {
  id: string;
  name: string;
  openDays: number | null;
  byDay: boolean;
  minQuantity?: number;
  sessions: string[];
  nextSession: string;
  skus: { id: string; name: string; ticketType: number | null; carType: number | null }[];
} & RoomSize & { childAge: number | null };

type LineCardProps = {
  line: QuoteUnit;
  product: { stockBy: StockBy; packages: Pack[] };
  problem: string | undefined;
  onChange(line: QuoteUnit): void;
  onRemove: (() => void) | undefined;
  /** Adds another room of this kind, for other guests. */
  onCopy: (() => void) | undefined;
  /** Content before the choice, such as the name of the product. */
  heading?: ReactNode;
  /** The price. */
  children: ReactNode;
};

export function LineCard(props: LineCardProps) {
  const { line, product, problem, onChange, onRemove, onCopy, heading, children } = props;
  const { say } = useWords();
  return (
    <Card className="grid gap-3">
      {heading}
      <Choices line={line} product={product} onChange={onChange} />
      <RoomGuests line={line} product={product} onChange={onChange} onCopy={onCopy} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div aria-live="polite" className={problem ? 'text-bad' : 'tabular-nums'}>
          {problem ?? children}
        </div>
        {onRemove && (
          <Button variant="quiet" size="sm" {...removesRow('lines', onRemove)} className="print:hidden">
            <IconTrash aria-hidden="true" className="size-4" />
            {say('quotation.remove')}
          </Button>
        )}
      </div>
    </Card>
  );
}

const leastOf = (line: QuoteUnit, pack: Pack | undefined) => Math.max(line.quantity, pack?.minQuantity ?? 1);

function Choices({ line, product, onChange }: Pick<LineCardProps, 'line' | 'product' | 'onChange'>) {
  const { say } = useWords();
  const chosen = product.packages.find((item) => item.id === line.packageId);
  const choosePackage = (id: string) => {
    const next = product.packages.find((item) => item.id === id);
    const [sku, session] = [next?.skus[0]?.id ?? '', next?.nextSession ?? ''];
    onChange({ ...line, packageId: id, skuId: sku, session, quantity: leastOf(line, next), guests: null });
  };
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <ChoiceField
        label={say('catalog.product.package')}
        value={line.packageId}
        onValue={choosePackage}
        options={product.packages.map(({ id, name }) => [id, name] as const)}
      />
      <UnitField line={line} skus={chosen?.skus ?? []} onChange={onChange} />
      {chosen?.openDays == null && (
        <Days
          line={line}
          ends={hasLastDay(product.stockBy, chosen)}
          byDay={chosen?.byDay ?? false}
          onChange={onChange}
        />
      )}
      {chosen && chosen.sessions.length > 0 && (
        <ChoiceField
          label={say('catalog.product.session')}
          value={line.session}
          onValue={(session) => onChange({ ...line, session })}
          options={chosen.sessions}
        />
      )}
      <InputField
        label={say('catalog.product.quantity')}
        type="number"
        min={1}
        max={999}
        value={line.quantity}
        onValue={(text) => onChange({ ...line, quantity: Math.trunc(Number(text)) })}
      />
    </div>
  );
}

type RoomGuestsProps = Pick<LineCardProps, 'line' | 'product' | 'onChange' | 'onCopy'>;

/** The guests of each room of the line, if its package asks (decision 0327). Rooms with other guests are another line. */
function RoomGuests({ line, product, onChange, onCopy }: RoomGuestsProps) {
  const words = useWords();
  const { say } = words;
  const chosen = product.packages.find((item) => item.id === line.packageId);
  const usual = chosen && usualGuests(chosen);
  if (!chosen || !usual) return null;
  const guests = line.guests ?? usual;
  const field = (part: keyof Guests, label: string, min: number, max: number) => (
    <InputField
      label={label}
      type="number"
      min={min}
      max={max}
      value={guests[part]}
      onValue={(text) => onChange({ ...line, guests: { ...guests, [part]: Math.trunc(Number(text)) } })}
    />
  );
  return (
    <fieldset>
      <legend className="mb-2 text-sm">
        {say('catalog.stay.eachRoom', { guests: describeGuests(words, guests) })}
      </legend>
      <div className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {field('adults', say('catalog.stay.adult'), 1, chosen.maxAdults ?? 1)}
        {(chosen.maxChildren ?? 0) > 0 &&
          field('children', say('catalog.stay.child', { age: chosen.childAge ?? 0 }), 0, chosen.maxChildren ?? 0)}
        {onCopy && (
          <Button variant="outline" onClick={onCopy} className="print:hidden sm:justify-self-start">
            {say('catalog.stay.addRoom')}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

type DaysProps = { line: QuoteUnit; ends: boolean; byDay: boolean; onChange(line: QuoteUnit): void };

function Days({ line, ends, byDay, onChange }: DaysProps) {
  const { say } = useWords();
  return (
    <>
      <InputField
        label={say(ends ? `catalog.product.${byDay ? 'firstDay' : 'checkIn'}` : 'catalog.product.date')}
        type="date"
        value={line.on}
        onValue={(text) => onChange({ ...line, on: text })}
      />
      {ends && (
        <InputField
          label={say(`catalog.product.${byDay ? 'lastDay' : 'checkOut'}`)}
          type="date"
          min={line.on}
          value={line.until}
          onValue={(text) => onChange({ ...line, until: text })}
        />
      )}
    </>
  );
}

type UnitFieldProps = Pick<LineCardProps, 'line' | 'onChange'> & {
  skus: LineCardProps['product']['packages'][number]['skus'];
};

function UnitField({ line, skus, onChange }: UnitFieldProps) {
  const words = useWords();
  const { say } = words;
  return (
    <ChoiceField
      label={say('quotation.unit')}
      value={line.skuId}
      onValue={(skuId) => onChange({ ...line, skuId })}
      options={skus.map((sku) => [sku.id, nameSku(words, sku)] as const)}
    />
  );
}

// Packages of a product and the SKUs of each (§1 package, SKU): persons by ticket type, cars by type and seats, rooms and
// pieces with a custom name; prices in the product's currency.
import { IconCalendarMonth } from '@tabler/icons-react';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { packageFields, productFields } from '../../../../domain/product-fields.ts';
import { carSeats, ticketTypes } from '../../../../domain/product-types.ts';
import { FormSection } from '../../../console-kit/section.tsx';
import { rowKey } from '../../../parts/console/catalogue/change-paths.ts';
import {
  CellField,
  CheckField,
  FigureField,
  TextField,
  useEditor,
  useLanguageIn,
} from '../../../parts/console/catalogue/draft-fields.tsx';
import {
  blankPackage,
  blankSku,
  isGroupTicket,
  isTyped,
  slugOf,
  stockByOf,
} from '../../../parts/console/catalogue/product-draft.ts';
import { useWords } from '../../../parts/use-words.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { PlainTable } from '../../../ui/plain-table.tsx';
import { ChoosePlan } from './choose-plan.tsx';
import type { PickUpArea } from './edit-areas.tsx';
import { Directions } from './package-directions.tsx';
import { PickupTimes } from './pickup-times.tsx';
import { RefundRules, RulesInWords } from './refund-rules.tsx';
import { AddRow, RowActions } from './row-actions.tsx';
import { SessionPrices } from './session-prices.tsx';
import { calledOf, columnsBy, groupColumn, personColumns, planColumns, type SkuColumn } from './sku-columns.ts';
import { PackageFigures } from './stay-fields.tsx';
import { type SupplierChoice, SupplierField } from './supplier-field.tsx';

type Around = { suppliers: SupplierChoice[]; areas: PickUpArea[] };

export function EditPackages({ suppliers, areas }: Around) {
  const { say } = useWords();
  const { draft, change, problems } = useEditor();
  const rows = draft.packages;
  return (
    <>
      {problems.packages && (
        <p role="alert" data-path="packages" tabIndex={-1} className="text-sm text-bad">
          {problems.packages}
        </p>
      )}
      {rows.map((row, at) => (
        <OnePackage key={rowKey(row)} at={at} suppliers={suppliers} areas={areas} />
      ))}
      <AddRow
        label={say('editing.addPackage')}
        disabled={rows.length >= productFields.packages.most}
        onAdd={() => change('packages', [...rows, blankPackage()])}
      />
    </>
  );
}

function OnePackage({ at, suppliers, areas }: Around & { at: number }) {
  const { say } = useWords();
  const { draft, file, from, change } = useEditor();
  const pack = draft.packages[at];
  if (!pack) return null;
  const path = `packages.${at}`;
  const name = say('editing.one.packages', { number: at + 1 });
  return (
    <FormSection title={pack.names[from]?.trim() || name}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <CheckField path={`${path}.onShelf`} />
        <div className="flex flex-wrap items-center gap-2">
          {file && pack.id && (
            <LinkButton variant="quiet" size="sm" to={consolePaths.calendar(file.id, { package: pack.id })}>
              <IconCalendarMonth aria-hidden="true" className="size-4" />
              {say('inventory.title')}
            </LinkButton>
          )}
          <RowActions rows={draft.packages} at={at} name={name} onRows={(next) => change('packages', next)} />
        </div>
      </div>
      <PackageFacts path={path} />
      {(suppliers.length > 0 || pack.supplierId) && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <SupplierField path={`${path}.supplierId`} suppliers={suppliers} none={say('supplier.asProduct')} />
        </div>
      )}
      {stockByOf(draft) === 'car' && <Directions at={at} />}
      {stockByOf(draft) === 'car' && <PickupTimes at={at} areas={areas} />}
      <Skus at={at} />
      {stockByOf(draft) !== 'room' && !pack.openDays && <SessionPrices at={at} />}
      <div className="grid gap-3">
        <RefundRules path={`${path}.refundRules`} rows={pack.refundRules} label={say('editing.packageFees')} />
        {pack.refundRules && <RulesInWords rows={pack.refundRules} freeDays={null} />}
      </div>
    </FormSection>
  );
}

function PackageFacts({ path }: { path: string }) {
  const { say } = useWords();
  const { draft, from } = useEditor();
  const by = stockByOf(draft);
  const at = Number(path.split('.')[1]);
  const pack = draft.packages[at];
  const names = pack?.names ?? {};
  const byDay = by === 'piece' && pack?.byDay === true;
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField path={`${path}.names.${from}`} label={say('editing.field.names')} required />
        <TextField
          path={`${path}.key`}
          label={say('editing.field.key')}
          placeholder={slugOf(names) || `package-${at + 1}`}
        />
      </div>
      <TextField path={`${path}.descriptions.${from}`} label={say('editing.field.descriptions')} />
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <FigureField path={`${path}.minQuantity`} />
        <FigureField path={`${path}.maxQuantity`} />
        {by === 'room' ? (
          <>
            <FigureField path={`${path}.minNights`} />
            <FigureField path={`${path}.maxNights`} />
          </>
        ) : (
          <>
            {byDay && <FigureField path={`${path}.minNights`} label={say('editing.field.minDays')} />}
            {byDay && <FigureField path={`${path}.maxNights`} label={say('editing.field.maxDays')} />}
            {!byDay && <FigureField path={`${path}.openDays`} />}
          </>
        )}
      </div>
      {by === 'piece' && <CheckField path={`${path}.byDay`} />}
      <CheckField path={`${path}.oversell`} />
      <PackageFigures path={path} />
    </>
  );
}

/** In the product's currency. */
const figures = ['priceMinor', 'costMinor'] as const;

function Skus({ at }: { at: number }) {
  const { say } = useWords();
  const { draft, from, change } = useEditor();
  const rows = draft.packages[at]?.skus ?? [];
  const byType = columnsBy[stockByOf(draft)] ?? personColumns;
  // Freight may use it.
  const columns = [
    ...byType,
    ...(byType === personColumns && rows.some(isGroupTicket) ? [groupColumn] : []),
    ...(draft.freightId ? [{ name: 'weightGrams', wide: '!w-24' }] : []),
    ...(stockByOf(draft) === 'piece' ? planColumns : []),
  ];
  const path = `packages.${at}.skus`;
  const ownName = useLanguageIn(`${path}.names.${from}`, say(`editing.field.${calledOf({ name: 'names' })}`));
  const set = (next: unknown) => change(path, next);
  const add = () => {
    const used = new Set(rows.map((row) => row.ticketType));
    const ticketType = String(ticketTypes.find((item) => !used.has(String(item))) ?? '');
    set([...rows, { ...blankSku, ticketType }]);
  };
  return (
    <div className="grid gap-3">
      <h3 className="font-semibold">{say('editing.skus')}</h3>
      <div className="relative overflow-x-auto rounded-lg border border-line">
        <PlainTable
          caption={say('editing.skus')}
          heads={[
            ...columns.map((column) => (column.name === 'names' ? ownName : say(`editing.field.${calledOf(column)}`))),
            ...figures.map((name) => `${say(`editing.field.${name}`)} (${draft.currency})`),
            say('editing.field.onShelf'),
            <span key="acts" className="sr">
              {say('partner.acts')}
            </span>,
          ]}
          headClass="px-2 py-1"
        >
          {rows.map((row, number) => (
            <SkuRow key={rowKey(row)} at={at} row={number} columns={columns} />
          ))}
        </PlainTable>
      </div>
      {rows.length > 1 && <p className="text-sm text-quiet">{say('editing.fromHint')}</p>}
      {columns.includes(groupColumn) && <p className="text-sm text-quiet">{say('editing.groupHint')}</p>}
      <AddRow label={say('editing.addSku')} disabled={rows.length >= packageFields.skus.most} onAdd={add} />
    </div>
  );
}

function SkuRow({ at, row, columns }: { at: number; row: number; columns: SkuColumn[] }) {
  const words = useWords();
  const { draft, from, change } = useEditor();
  const rows = draft.packages[at]?.skus ?? [];
  const sku = rows[row];
  const path = `packages.${at}.skus.${row}`;
  const name = words.say('editing.one.skus', { number: row + 1 });
  const labelOf = (field: string) => `${name}, ${words.say(`editing.field.${field}`)}`;
  // A class of seats sets their number.
  const pickSeats = (value: string) => {
    change(`${path}.seatClass`, value);
    if (carSeats[Number(value)]) change(`${path}.seats`, String(carSeats[Number(value)]));
  };
  const isOff = (column: SkuColumn) =>
    sku !== undefined &&
    (column === groupColumn ? !isGroupTicket(sku) : column.name === 'names' && isTyped(sku, stockByOf(draft)));
  const cell = 'px-2 py-2 align-top';
  return (
    <tr>
      {columns.map((column) => (
        <td key={column.name} className={cell}>
          <CellField
            path={column.name === 'names' ? `${path}.names.${from}` : `${path}.${column.name}`}
            label={labelOf(calledOf(column))}
            className={column.wide}
            options={column.options?.(words)}
            text={column.text}
            off={isOff(column)}
            onPick={column.name === 'seatClass' ? pickSeats : undefined}
          />
          {column.name === 'planSku' && <ChoosePlan path={path} label={name} />}
        </td>
      ))}
      {figures.map((name) => (
        <td key={name} className={cell}>
          <CellField path={`${path}.${name}`} label={labelOf(name)} className="!w-24" />
        </td>
      ))}
      <td className={cell}>
        <input
          type="checkbox"
          aria-label={labelOf('onShelf')}
          className="m-3 size-5 accent-brand"
          checked={sku?.onShelf ?? false}
          onChange={(event) => change(`${path}.onShelf`, event.target.checked)}
        />
      </td>
      <td className={cell}>
        <RowActions rows={rows} at={row} name={name} onRows={(next) => change(`packages.${at}.skus`, next)} keepOne />
      </td>
    </tr>
  );
}

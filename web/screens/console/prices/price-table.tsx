// Agent prices at a glance (rules §3): the SKUs with the levels in use, and the prices of single partners below.
import { IconTrash } from '@tabler/icons-react';
import { money } from '../../../../domain/money.ts';
import { nameLevel } from '../../../parts/console/name-level.ts';
import {
  describePriceScope,
  describePriceValue,
  formatResultPrice,
  nameOfSku,
} from '../../../parts/console/prices/describe-price.ts';
import type { PriceList, PlainRule as Rule } from '../../../parts/console/prices/price-draft.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { PlainTable } from '../../../ui/plain-table.tsx';

type PricedSku = PriceList['skus'][number];

type PriceTableProps = {
  list: PriceList;
  onEdit(rule: Rule): void;
  onAdd(skuId: string, level: number): void;
  onDelete(rule: Rule): void;
};

const cell = 'px-3 py-2 align-top';

/** Levels with a price of this product, and levels with a wider price that applies here. */
const levelsOf = ({ rules, levels }: PriceList) =>
  [...new Set([...rules.flatMap((rule) => rule.level ?? []), ...levels.map((level) => level.level)])].sort(
    (a, b) => a - b,
  );

export function LevelTable({ list, onEdit, onAdd, onDelete }: PriceTableProps) {
  const words = useWords();
  const { say } = words;
  const used = levelsOf(list);
  if (!used.length) return <p className="text-quiet">{say('editing.price.noLevels')}</p>;
  return (
    <div className="relative overflow-x-auto rounded-card border border-line bg-surface">
      <PlainTable
        caption={say('editing.price.byLevel')}
        heads={[
          say('editing.price.on'),
          say('editing.price.retail'),
          ...used.map((level) => nameLevel(words, list.levelNames, level)),
        ]}
        headClass="px-3 py-2 whitespace-nowrap"
      >
        <tr>
          <th scope="row" className={`${cell} text-left font-medium`}>
            {say('editing.price.all')}
          </th>
          <td className={cell}>–</td>
          {used.map((level) => (
            <td key={level} className={cell}>
              <AllCell {...{ list, level, onEdit, onAdd, onDelete }} />
            </td>
          ))}
        </tr>
        {list.skus.map((sku) => (
          <tr key={sku.id}>
            <th scope="row" className={`${cell} min-w-40 text-left font-medium`}>
              {nameOfSku(sku)}
            </th>
            <td className={`${cell} whitespace-nowrap tabular-nums`}>
              {words.money(money(sku.priceMinor, list.currency))}
            </td>
            {used.map((level) => (
              <td key={level} className={cell}>
                <SkuCell {...{ list, sku, level, onEdit, onAdd, onDelete }} />
              </td>
            ))}
          </tr>
        ))}
      </PlainTable>
    </div>
  );
}

function AllCell({ list, level, onEdit, onAdd, onDelete }: PriceTableProps & { level: number }) {
  const words = useWords();
  const rule = list.rules.find((rule) => rule.level === level && rule.skuId === null);
  const of = `${words.say('editing.price.all')}, ${nameLevel(words, list.levelNames, level)}`;
  if (!rule) return <AddPrice of={of} onAdd={() => onAdd('', level)} />;
  return (
    <>
      {describePriceValue(rule, list.currency, words)}
      <RuleActs rule={rule} of={of} onEdit={onEdit} onDelete={onDelete} />
    </>
  );
}

function SkuCell({ list, sku, level, onEdit, onAdd, onDelete }: PriceTableProps & { sku: PricedSku; level: number }) {
  const words = useWords();
  const of = `${nameOfSku(sku)}, ${nameLevel(words, list.levelNames, level)}`;
  const paid = list.levels.find((one) => one.level === level)?.skus.find((one) => one.skuId === sku.id);
  const rule = list.rules.find((rule) => rule.id === paid?.ruleId);
  const other = list.others.find((one) => one.id === paid?.ruleId);
  const found = rule ?? other;
  if (!paid || !found) return <AddPrice of={of} onAdd={() => onAdd(sku.id, level)} />;
  const skuRule = rule?.skuId === sku.id ? rule : undefined;
  const wider = other ? describePriceScope(other, words) : skuRule ? '' : words.say('editing.price.all');
  return (
    <>
      <span className="block font-semibold whitespace-nowrap tabular-nums">
        {words.money(money(paid.priceMinor, list.currency))}
      </span>
      <span className="block text-xs text-quiet">
        {describePriceValue(found, list.currency, words)}
        {wider && ` · ${wider}`}
      </span>
      {skuRule ? (
        <RuleActs rule={skuRule} of={of} onEdit={onEdit} onDelete={onDelete} />
      ) : (
        <AddPrice of={of} onAdd={() => onAdd(sku.id, level)} />
      )}
    </>
  );
}

function AddPrice({ of, onAdd }: { of: string; onAdd(): void }) {
  const { say } = useWords();
  return (
    <Button variant="quiet" size="sm" className="-ml-3" onClick={onAdd}>
      {say('editing.price.set')}
      <span className="sr">: {of}</span>
    </Button>
  );
}

type RuleActsProps = { rule: Rule; of: string; onEdit(rule: Rule): void; onDelete(rule: Rule): void };

function RuleActs({ rule, of, onEdit, onDelete }: RuleActsProps) {
  const { say } = useWords();
  return (
    <span className="-ml-3 flex">
      <Button variant="quiet" size="sm" onClick={() => onEdit(rule)}>
        {say('editing.price.change')}
        <span className="sr">: {of}</span>
      </Button>
      <Button
        variant="quiet"
        size="sm"
        aria-label={say('catalog.search.remove', { filter: of })}
        onClick={() => onDelete(rule)}
      >
        <IconTrash aria-hidden="true" className="size-4" />
      </Button>
    </span>
  );
}

export function PartnerPrices({ list, onEdit, onDelete }: Omit<PriceTableProps, 'onAdd'>) {
  const words = useWords();
  const { say } = words;
  const rules = list.rules.filter((rule) => rule.partnerId !== null);
  if (!rules.length) return <p className="text-quiet">{say('editing.price.noPartners')}</p>;
  return (
    <ul className="grid gap-2">
      {rules.map((rule) => {
        const sku = list.skus.find((one) => one.id === rule.skuId);
        const on = sku ? nameOfSku(sku) : say('editing.price.all');
        return (
          <li
            key={rule.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-lg border border-line px-4 py-2"
          >
            <span className="min-w-0 grow basis-48">
              <span className="font-medium break-words">{rule.partnerName}</span>
              <span className="block text-sm text-quiet">{on}</span>
            </span>
            <span className="text-sm">
              {describePriceValue(rule, list.currency, words)}
              {sku && (
                <span className="block font-semibold tabular-nums">
                  {formatResultPrice(sku.priceMinor, rule, list.currency, words)}
                </span>
              )}
            </span>
            <RuleActs rule={rule} of={`${rule.partnerName}, ${on}`} onEdit={onEdit} onDelete={onDelete} />
          </li>
        );
      })}
    </ul>
  );
}

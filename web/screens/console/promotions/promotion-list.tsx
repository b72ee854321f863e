// The owner's promotion groups in their order, both shown and hidden.
import { IconLayoutGrid } from '@tabler/icons-react';
import type { OutputOf } from '../../../../contract/index.ts';
import { type Language, textIn } from '../../../../domain/languages.ts';
import { send } from '../../../call.ts';
import { useWords, type Words } from '../../../parts/use-words.ts';
import { Badge, EmptyState } from '../../../ui/pieces.tsx';
import { monthNames } from './months-field.tsx';
import { OrderedList } from './ordered-list.tsx';

export type GroupRow = OutputOf<'consolePromotions'>['list'][number];

/** The input for saving a group: all of it, under its revision. */
const contentOf = ({ id, revision, titles, active, products, city, type, monthFrom, monthTo }: GroupRow) => ({
  ...{ city: city?.key ?? null, type, monthFrom, monthTo },
  id,
  revision,
  titles,
  active,
  productIds: products.map((product) => product.id),
});

/** Its products, and the source that fills the row after them. */
function describeSource({ products, city, type }: GroupRow, say: Words['say']): string {
  const fills = [city?.name, type === null ? '' : say(`catalog.type.${type}`)].filter(Boolean).join(', ');
  const count = say('marketing.promotion.count', { count: products.length });
  return [products.length || !fills ? count : '', fills].filter(Boolean).join(' · ');
}

/** "November – February"; '' for the whole year. */
function nameMonths({ monthFrom, monthTo }: GroupRow, language: Language): string {
  if (monthFrom === null || monthTo === null) return '';
  const names = monthNames(language);
  return monthFrom === monthTo ? (names[monthFrom - 1] ?? '') : `${names[monthFrom - 1]} – ${names[monthTo - 1]}`;
}

export function PromotionList({ list, onEdit }: { list: GroupRow[]; onEdit(group: GroupRow): void }) {
  const { say, language } = useWords();
  const find = (id: string) => list.find((item) => item.id === id) as GroupRow;
  if (!list.length)
    return (
      <EmptyState icon={<IconLayoutGrid className="size-12" />} title={say('marketing.promotion.none')}>
        <p className="max-w-md text-quiet">{say('marketing.promotion.noneHint')}</p>
      </EmptyState>
    );
  return (
    <OrderedList
      label={say('marketing.promotion.groups')}
      removeText={say('marketing.promotion.removeText')}
      rows={list.map((group) => ({
        id: group.id,
        name: textIn(group.titles, language),
        picture: group.products[0]?.picture,
        facts: (
          <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-quiet">
            <Badge tone={group.active ? 'good' : 'neutral'}>
              {say(group.active ? 'marketing.promotion.shown' : 'marketing.promotion.hidden')}
            </Badge>
            {[describeSource(group, say), nameMonths(group, language)].filter(Boolean).join(' · ')}
          </p>
        ),
      }))}
      move={(id, place) => send('consolePromotionSave', { ...contentOf(find(id)), place })}
      remove={(id) => send('consolePromotionDelete', { id, revision: find(id).revision })}
      onEdit={(id) => onEdit(find(id))}
    />
  );
}

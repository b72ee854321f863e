// The owner's promotion groups in their order, both shown and hidden.
import { IconLayoutGrid } from '@tabler/icons-react';
import { type Language, textIn } from '../../../../domain/languages.ts';
import { send } from '../../../call.ts';
import { useWords, type Words } from '../../../parts/use-words.ts';
import { Badge } from '../../../ui/pieces.tsx';
import { monthNames } from './months-field.tsx';
import { OrderedList } from './ordered-list.tsx';
import { PromotionForm } from './promotion-form.tsx';
import type { GroupRow } from './promotion-rows.ts';

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
function describeSource({ products, city, type }: GroupRow, { say, join }: Words): string {
  const fills = join([city?.name ?? '', type === null ? '' : say(`catalog.type.${type}`)].filter(Boolean));
  const count = say('marketing.promotion.count', { count: products.length });
  return [products.length || !fills ? count : '', fills].filter(Boolean).join(' · ');
}

/** "November – February"; '' for the whole year. */
function nameMonths({ monthFrom, monthTo }: GroupRow, language: Language): string {
  if (monthFrom === null || monthTo === null) return '';
  const names = monthNames(language);
  return monthFrom === monthTo ? (names[monthFrom - 1] ?? '') : `${names[monthFrom - 1]} – ${names[monthTo - 1]}`;
}

export function PromotionList({ list }: { list: GroupRow[] }) {
  const words = useWords();
  const { say, language } = words;
  return (
    <OrderedList
      word="marketing.promotion"
      label={say('marketing.promotion.groups')}
      Icon={IconLayoutGrid}
      list={list}
      show={(group) => ({
        name: textIn(group.titles, language),
        picture: group.products[0]?.picture,
        facts: (
          <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-quiet">
            <Badge tone={group.active ? 'good' : 'neutral'}>
              {say(group.active ? 'marketing.promotion.shown' : 'marketing.promotion.hidden')}
            </Badge>
            {[describeSource(group, words), nameMonths(group, language)].filter(Boolean).join(' · ')}
          </p>
        ),
      })}
      form={(group, close) => <PromotionForm group={group} onClose={close} />}
      move={(group, place) => send('consolePromotionSave', { ...contentOf(group), place })}
      remove={({ id, revision }) => send('consolePromotionDelete', { id, revision })}
    />
  );
}

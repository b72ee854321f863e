// Pick-up times of a package (§5): hours of the day, lead time, for one of the product's areas or all of them.
import { textIn } from '../../../../domain/languages.ts';
import { type PickupHours, readPickupHours, writePickupHours } from '../../../../domain/pickup-times.ts';
import { packageFields } from '../../../../domain/product-fields.ts';
import { useEditor } from '../../../parts/console/catalogue/draft-fields.tsx';
import { ChoiceField, InputField } from '../../../parts/form/fields.tsx';
import { removesRow } from '../../../parts/form/remove-row.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import type { PickUpArea } from './edit-areas.tsx';
import { AddRow } from './row-actions.tsx';

const wholeDay: PickupHours = { from: '06:00', until: '22:00', leadHours: 0, areaId: null };

export function PickupTimes({ at, areas }: { at: number; areas: PickUpArea[] }) {
  const { say } = useWords();
  const { draft, change } = useEditor();
  const pack = draft.packages[at];
  const rows = pack?.pickupTimes ?? [];
  const list = `packages.${at}.pickupTimes`;
  const write = (next: string[]) =>
    change(
      'packages',
      draft.packages.map((item, place) => (place === at ? { ...item, pickupTimes: next } : item)),
    );
  return (
    <fieldset data-path={list} data-adds={list} tabIndex={-1} className="grid gap-3">
      <legend className="text-sm font-medium">{say('editing.field.pickupTimes')}</legend>
      <p className="text-sm text-quiet">{say('editing.pickupTimesHint')}</p>
      {rows.map((text, place) => (
        <OneRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their place
          key={place}
          {...{ list, path: `${list}.${place}` }}
          areas={areas}
          row={readPickupHours(text) ?? wholeDay}
          onRow={(row) => write(rows.map((item, other) => (other === place ? writePickupHours(row) : item)))}
          onDelete={() => write(rows.filter((_, other) => other !== place))}
        />
      ))}
      <AddRow
        label={say('editing.addPickupTime')}
        disabled={rows.length >= packageFields.pickupTimes.most}
        onAdd={() => write([...rows, writePickupHours(wholeDay)])}
      />
    </fieldset>
  );
}

type OneRowProps = {
  list: string;
  path: string;
  areas: PickUpArea[];
  row: PickupHours;
  onRow(row: PickupHours): void;
  onDelete(): void;
};

function OneRow({ list, path, areas, row, onRow, onDelete }: OneRowProps) {
  const { say, language } = useWords();
  const { draft, problems } = useEditor();
  return (
    <div data-path={path} tabIndex={-1} className="flex flex-wrap items-start gap-3">
      {(['from', 'until'] as const).map((part) => (
        <InputField
          key={part}
          label={say(`editing.pickup.${part}`)}
          error={part === 'from' ? problems[path] : undefined}
          type="time"
          value={row[part]}
          onValue={(text) => text && onRow({ ...row, [part]: text.slice(0, 5) })}
        />
      ))}
      <InputField
        label={say('editing.pickup.leadHours')}
        inputMode="numeric"
        className="!w-24"
        maxLength={3}
        value={String(row.leadHours)}
        onValue={(text) => onRow({ ...row, leadHours: Number(text.replace(/\D/g, '')) })}
      />
      {draft.areas.length > 0 && (
        <ChoiceField
          label={say('editing.pickup.area')}
          none={say('editing.pickup.everywhere')}
          value={row.areaId ?? ''}
          onValue={(areaId) => onRow({ ...row, areaId: areaId || null })}
          options={areas
            .filter((area) => draft.areas.includes(area.id))
            .map((area) => [area.id, textIn(area.names, language)] as const)}
        />
      )}
      <Button variant="quiet" size="sm" className="mt-7" {...removesRow(list, onDelete)}>
        {say('editing.pickup.delete')}
      </Button>
    </div>
  );
}

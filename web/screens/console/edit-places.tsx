// The stock that a supplier manages itself (rules §10): a package and a month, each departure with sold and free places.
import { useNavigate } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { consolePaths } from '../../../domain/console-paths.ts';
import { addDays } from '../../../domain/dates.ts';
import { send } from '../../call.ts';
import { PageForm } from '../../console-kit/edit-form.tsx';
import { type Column, ListTable } from '../../console-kit/list-table.tsx';
import { useDraft } from '../../console-kit/use-draft.ts';
import { useListWords } from '../../console-kit/use-list-words.ts';
import { load } from '../../load.ts';
import { ChoiceField } from '../../parts/form/fields.tsx';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords } from '../../parts/use-words.ts';
import { TextInput } from '../../ui/field.tsx';
import { EmptyState } from '../../ui/pieces.tsx';
import type { Route } from './+types/edit-places';

type Places = OutputOf<'consolePlaces'>;
type Cell = Places['list'][number];

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const id = params.get('package') ?? '';
  const month = params.get('month') ?? '';
  return load('consolePlaces', {
    ...(/^\d{1,18}$/.test(id) && { package: id }),
    ...(/^\d{4}-(0[1-9]|1[0-2])$/.test(month) && { month }),
  });
}

export default function KeepPlaces({ loaderData: places }: Route.ComponentProps) {
  const { say } = useWords();
  return (
    <div className="grid gap-4">
      <header>
        <PageHeading className="text-2xl font-bold" text={say('supplier.places')} />
        <p className="max-w-prose text-sm text-quiet">{say('supplier.placesHint')}</p>
      </header>
      <Choose places={places} />
      {places.list.length ? (
        <PlacesForm key={`${places.package} ${places.month}`} places={places} />
      ) : (
        <EmptyState title={say('supplier.placesNone')} />
      )}
    </div>
  );
}

const monthsOffered = 18;

function Choose({ places: { packages, package: id, month } }: { places: Places }) {
  const { say, day } = useWords();
  const navigate = useNavigate();
  const go = (chosen: { package: string; month: string }) => navigate(consolePaths.places(chosen));
  const months: string[] = [];
  for (let at = `${month}-01`; months.length < monthsOffered; at = `${addDays(at, 31).slice(0, 7)}-01`)
    months.push(at.slice(0, 7));
  // Going back one month, while the page of a later one is open.
  months.unshift(addDays(`${month}-01`, -1).slice(0, 7));
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:max-w-2xl">
      <ChoiceField
        label={say('supplier.package')}
        value={id}
        options={packages.map((one) => [one.id, one.name] as const)}
        onValue={(chosen) => void go({ package: chosen, month })}
      />
      <ChoiceField
        label={say('supplier.month')}
        value={month}
        options={months.map((month) => [month, day(`${month}-01`, 'month')] as const)}
        onValue={(chosen) => void go({ package: id, month: chosen })}
      />
    </div>
  );
}

const keyOf = ({ on, session }: Cell) => `${on} ${session}`;
const draftOf = (list: Cell[]): Record<string, string> =>
  Object.fromEntries(list.map((cell) => [keyOf(cell), String(cell.capacity)]));

function PlacesForm({ places }: { places: Places }) {
  const words = useListWords();
  const { say, day } = words;
  const { list, package: id } = places;
  const form = useDraft({
    initial: draftOf(list),
    revision: JSON.stringify(list.map((cell) => [keyOf(cell), cell.capacity])),
    judge: (draft) =>
      Object.fromEntries(
        list.map((cell) => {
          const typed = draft[keyOf(cell)] ?? '';
          const fits = /^\d{1,5}$/.test(typed.trim()) && Number(typed) >= cell.taken;
          return [keyOf(cell), fits ? undefined : say('ui.field.range', { min: cell.taken, max: 99_999 })];
        }),
      ),
    save: (draft) =>
      send('consolePlacesSave', {
        package: id,
        changes: list.flatMap((cell) => {
          const capacity = Number(draft[keyOf(cell)]);
          const { on, session, capacity: was } = cell;
          return capacity === was ? [] : [{ on, session, was, capacity }];
        }),
      }),
    saved: say('supplier.placesSaved'),
  });
  const columns: Column<Cell>[] = [
    {
      ...{ key: 'on', label: say('console.column.date'), look: 'title' },
      show: ({ on, session }) => [day(on), session].filter(Boolean).join(' · '),
    },
    { key: 'taken', label: say('supplier.taken'), look: 'figure', show: (cell) => cell.taken },
    {
      ...{ key: 'left', label: say('supplier.left'), look: 'figure' },
      show: (cell) => Math.max(0, Number(form.draft[keyOf(cell)]) - cell.taken) || 0,
    },
    {
      ...{ key: 'capacity', label: say('supplier.capacity'), look: 'figure' },
      show: (cell) => (
        <CapacityInput
          name={keyOf(cell)}
          label={`${say('supplier.capacity')}, ${day(cell.on)} ${cell.session}`.trim()}
          value={form.draft[keyOf(cell)] ?? ''}
          error={form.fields[keyOf(cell)]}
          onValue={(value) => form.change({ [keyOf(cell)]: value })}
        />
      ),
    },
  ];
  return (
    <PageForm form={form}>
      <ListTable rows={list} rowKey={keyOf} caption={say('supplier.places')} whole={false} columns={columns} />
    </PageForm>
  );
}

type CapacityInputProps = { name: string; label: string; value: string; error?: string; onValue(value: string): void };

function CapacityInput({ name, label, value, error, onValue }: CapacityInputProps) {
  return (
    <>
      <TextInput
        name={name}
        aria-label={label}
        aria-invalid={Boolean(error) || undefined}
        value={value}
        inputMode="numeric"
        maxLength={5}
        autoComplete="off"
        className="!w-24 text-right tabular-nums"
        onChange={({ target }) => onValue(target.value)}
      />
      {error && (
        <p role="alert" className="mt-1 text-xs text-bad">
          {error}
        </p>
      )}
    </>
  );
}

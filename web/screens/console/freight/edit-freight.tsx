// The cost of delivery (§3 additional freight) in the back office: all tables, and one at a time (?table=) with its regions.
import { IconPlus, IconTruck } from '@tabler/icons-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useNavigate } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { currencies } from '../../../../domain/currencies.ts';
import { freightLimits } from '../../../../domain/freight/freight.ts';
import { send } from '../../../call.ts';
import { ActionDialog } from '../../../console-kit/action-dialog.tsx';
import { EditHead, PageForm } from '../../../console-kit/edit-form.tsx';
import { NewButton } from '../../../console-kit/new-button.tsx';
import { FormSection } from '../../../console-kit/section.tsx';
import { newestOf, seenOf, useDraft } from '../../../console-kit/use-draft.ts';
import { load } from '../../../load.ts';
import { ChoiceField, InputField } from '../../../parts/form/fields.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/edit-freight';
import {
  blankZone,
  type FreightDraft,
  type FreightTableView,
  freightDraftOf,
  judgeDraft,
  tableOf,
} from './freight-draft.ts';
import { ZoneFields } from './zone-fields.tsx';

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  return { ...(await load('consoleFreight', {})), tableId: params.get('table'), saved: params.get('saved') };
}

export default function EditFreight({ loaderData: { list, currency, tableId, saved } }: Route.ComponentProps) {
  const table = list.find((item) => item.id === tableId);
  if (tableId === 'new' || table) {
    const initial: FreightDraft = table ? freightDraftOf(table) : { name: '', currency, zones: [{ ...blankZone }] };
    return <EditTable key={tableId} table={table} initial={initial} />;
  }
  return <ListTables list={list} saved={saved} />;
}

function ListTables({ list, saved }: { list: FreightTableView[]; saved: string | null }) {
  const { say } = useWords();
  const savedName = list.find(({ id }) => id === saved)?.name;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageHeading text={say('freight.title')} />
        <NewButton to={consolePaths.freight({ table: 'new' })} text={say('freight.new')} />
      </div>
      {savedName && <Notice tone="good" title={say('places.area.saved', { name: savedName })} />}
      {list.length === 0 ? (
        <EmptyState icon={<IconTruck className="size-12" />} title={say('freight.none')}>
          <p className="max-w-prose text-quiet">{say('freight.noneHint')}</p>
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {list.map((table) => (
            <li key={table.id}>
              <Link
                to={consolePaths.freight({ table: table.id })}
                className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 px-4 py-2 hover:bg-canvas"
              >
                <span className="min-w-0 font-semibold break-words text-brand">{table.name}</span>
                <span className="text-sm text-quiet">
                  {table.currency} · {say('freight.zones', { count: table.zones.length })} ·{' '}
                  {say('places.area.used', { count: table.products })}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function EditTable({ table, initial }: { table: FreightTableView | undefined; initial: FreightDraft }) {
  const words = useWords();
  const { say } = words;
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const [gone, setGone] = useState(false);
  const form = useDraft({
    initial,
    revision: table?.revision ?? 0,
    judge: (draft) => judgeDraft(draft, words),
    save: (draft, revision) => send('consoleFreightSave', { ...seenOf(table, revision), ...tableOf(draft) }),
    read: async () => {
      const newest = newestOf(await send('consoleFreight', {}), table?.id ?? '');
      return { draft: freightDraftOf(newest), revision: newest.revision };
    },
    merged: say('editing.result.merged'),
    leaveTo: ({ id }) => consolePaths.freight({ saved: id }),
  });
  const remove = async () => {
    if (!table) return;
    await send('consoleFreightDelete', { id: table.id, revision: table.revision });
    flushSync(() => setGone(true));
    await navigate(consolePaths.freight());
  };
  return (
    <>
      <EditHead
        back={consolePaths.freight()}
        backText={say('freight.title')}
        title={table?.name ?? say('freight.new')}
      />
      <PageForm
        form={form}
        gone={gone}
        actions={
          table && (
            <Button variant="danger" onClick={() => setDeleting(true)}>
              {say('freight.delete')}
            </Button>
          )
        }
      >
        <TableFields form={form} />
        {table && table.products > 0 && <Notice title={say('places.area.used', { count: table.products })} />}
      </PageForm>
      <ActionDialog
        open={deleting}
        onClose={() => setDeleting(false)}
        title={say('places.area.deleteTitle', { name: table?.name ?? '' })}
        act={say('freight.delete')}
        danger
        work={remove}
      >
        <p>{say('freight.deleteText')}</p>
      </ActionDialog>
    </>
  );
}

function TableFields({ form }: { form: ReturnType<typeof useDraft<FreightDraft, { id: string; revision: number }>> }) {
  const { say } = useWords();
  const { draft, field, fields, change } = form;
  const { zones } = draft;
  return (
    <>
      <FormSection title={say('freight.table')}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <InputField
            {...field('name')}
            label={say('freight.name')}
            hint={say('freight.nameHint')}
            required
            maxLength={100}
          />
          <ChoiceField {...field('currency')} label={say('editing.field.currency')} options={currencies} />
        </div>
      </FormSection>
      <FormSection title={say('freight.regions')} hint={say('freight.regionsHint')}>
        {fields.zones && (
          <p role="alert" className="text-sm text-bad">
            {fields.zones}
          </p>
        )}
        {zones.map((zone, at) => (
          <ZoneFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a region is known by its place in the list
            key={at}
            at={at}
            zone={zone}
            currency={draft.currency}
            problems={fields}
            onChange={(next, name) => change({ zones: zones.map((zone, place) => (place === at ? next : zone)) }, name)}
            onRemove={() => change({ zones: zones.filter((_, place) => place !== at) }, 'zones')}
          />
        ))}
        {zones.length < freightLimits.zones && (
          <Button
            variant="outline"
            size="sm"
            className="justify-self-start"
            data-adds="zones"
            onClick={() => change({ zones: [...zones, { ...blankZone }] }, 'zones')}
          >
            <IconPlus aria-hidden="true" className="size-4" />
            {say('freight.addZone')}
          </Button>
        )}
      </FormSection>
    </>
  );
}

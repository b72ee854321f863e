// Where gateways and our books do not agree (rules §8, §10): a queue that a person closes line by line with a reason.

import { useState } from 'react';
import { Form } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { send } from '../../../call.ts';
import { load } from '../../../load.ts';
import { readPage } from '../../../parts/balance/read-filters.ts';
import { ActDialog } from '../../../parts/console/act.tsx';
import { nameChannel, Tabs } from '../../../parts/console/money/money-pieces.tsx';
import { addressWith, differenceKinds, pick, readChannel } from '../../../parts/console/money/read-address.ts';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, SelectInput } from '../../../ui/field.tsx';
import { EmptyState, Pager } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-differences';
import { CompareDay, LastRuns } from './compare-day.tsx';
import { type Difference, DifferenceCard } from './difference-card.tsx';

const path = consolePaths.differences();
const states = ['open', 'explained'] as const;

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const kind = pick(differenceKinds, params.get('kind'));
  const filters = { ...readChannel(params), ...(kind ? { kind } : {}) };
  const state = pick(states, params.get('state')) ?? 'open';
  return { state, filters, found: await load('consoleDifferences', { state, ...filters, page: readPage(params) }) };
}

export default function ListDifferences({ loaderData: { state, filters, found } }: Route.ComponentProps) {
  const { say } = useWords();
  const [closing, setClosing] = useState<Difference>();
  const hrefOf = (parts: object) => addressWith(path, { ...filters, state, ...parts });
  return (
    <div className="grid gap-4">
      <header>
        <PageHeading text={say('finance.differences')} />
        <p className="max-w-prose text-quiet">{say('finance.diffIntro')}</p>
      </header>
      <CompareDay channels={found.channels} today={found.today} />
      <Tabs
        label={say('finance.differences')}
        tabs={states.map((one) => ({
          key: one,
          to: hrefOf({ state: one === 'open' ? undefined : one }),
          text: say(`finance.${one}`),
          chosen: one === state,
        }))}
      />
      <Filters key={JSON.stringify(filters)} state={state} filters={filters} channels={found.channels} />
      {found.list.length === 0 && <EmptyState title={say('finance.diffNone')} />}
      <ul className="grid gap-4">
        {found.list.map((one) => (
          <li key={one.id}>
            <DifferenceCard difference={one} onClose={() => setClosing(one)} />
          </li>
        ))}
      </ul>
      <Pager page={found.page} pages={found.pages} hrefOf={(page) => hrefOf({ page })} />
      <LastRuns runs={found.runs} zone={found.zone} />
      {closing && (
        <ActDialog
          open
          onClose={() => setClosing(undefined)}
          title={say('finance.closeTitle')}
          act={say('finance.close')}
          reason={{ hint: '', required: true }}
          work={(note) => send('consoleDifferenceClose', { id: closing.id, note })}
        >
          <p>{say('finance.closeText')}</p>
        </ActDialog>
      )}
    </div>
  );
}

type FiltersProps = { state: string; filters: { channel?: string; kind?: string }; channels: string[] };

function Filters({ state, filters, channels }: FiltersProps) {
  const words = useWords();
  const { say } = words;
  return (
    <Form
      action={path}
      className="grid items-end gap-3 sm:grid-cols-[minmax(0,16rem)_minmax(0,16rem)_auto] sm:justify-start"
    >
      <input type="hidden" name="state" value={state} />
      <Field label={say('finance.kind')}>
        {(ids) => (
          <SelectInput ids={ids} name="kind" defaultValue={filters.kind ?? ''}>
            <option value="">{say('search.any')}</option>
            {differenceKinds.map((one) => (
              <option key={one} value={one}>
                {say(`finance.kind.${one}`)}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <Field label={say('balance.column.channel')}>
        {(ids) => (
          <SelectInput ids={ids} name="channel" defaultValue={filters.channel ?? ''}>
            <option value="">{say('search.any')}</option>
            {channels.map((one) => (
              <option key={one} value={one}>
                {nameChannel(words, one)}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <Button type="submit" variant="outline">
        {say('balance.filterShow')}
      </Button>
    </Form>
  );
}

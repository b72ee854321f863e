// The filters of the order list: a search line, and the rest folded; submitting them writes the address.

import { Form, Link, useSearchParams } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { paths } from '../../../../domain/paths.ts';
import { ChoiceField, InputField } from '../../../parts/form/fields.tsx';
import { isReversed } from '../../../parts/form/is-reversed.ts';
import { useGivenFields } from '../../../parts/form/use-given-fields.ts';
import {
  filterOf,
  further,
  hrefWith,
  type ListInput,
  payStates,
  sorts,
  sources,
  states,
} from '../../../parts/order/list-params.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, SelectInput, TextInput } from '../../../ui/field.tsx';

type Creators = OutputOf<'creaters'>['list'];

export function FilterOrders({ input, creators }: { input: ListInput; creators: Creators }) {
  const { say } = useWords();
  const [params] = useSearchParams();
  const filter = filterOf(input);
  const form = useGivenFields(input);
  const chosen = further.filter((name) => filter.has(name)).length;
  return (
    <Form
      action={paths.orders()}
      className="grid gap-3"
      ref={form}
      role="search"
      aria-label={say('site.header.orders')}
    >
      {['status', 'view', 'size'].map(
        (name) => params.get(name) && <input key={name} type="hidden" name={name} value={params.get(name) ?? ''} />,
      )}
      <div className="flex flex-wrap gap-2">
        <TextInput
          type="search"
          name="query"
          maxLength={80}
          defaultValue={input.query}
          placeholder={say('order.list.search')}
          aria-label={say('order.list.search')}
          className="!w-auto min-w-0 grow basis-48"
        />
        <SelectInput name="sort" defaultValue={input.sort} aria-label={say('catalog.search.sort')} className="!w-auto">
          {sorts.map((item) => (
            <option key={item} value={item}>
              {say(`order.list.sort.${item}`)}
            </option>
          ))}
        </SelectInput>
        <Button type="submit">{say('catalog.search.go')}</Button>
      </div>
      <details open={chosen > 0} className="rounded-card border border-line bg-surface px-4">
        <summary className="min-h-11 cursor-pointer content-center font-medium">
          {say('order.list.more')}
          {chosen > 0 && ` (${chosen})`}
        </summary>
        <Further input={input} creators={creators} />
      </details>
      {filter.size > 0 && (
        <Link to={hrefWith(new URLSearchParams(), {})} className="w-fit py-2 font-semibold text-brand underline">
          {say('order.list.clear')}
        </Link>
      )}
    </Form>
  );
}

function Further({ input, creators }: { input: ListInput; creators: Creators }) {
  const { say } = useWords();
  const days = ['playFrom', 'playTo', 'placedFrom', 'placedTo'] as const;
  return (
    <div className="grid gap-3 pb-4 sm:grid-cols-2 lg:grid-cols-4">
      {days.map((name) => (
        <InputField
          key={name}
          label={say(`order.list.${name}`)}
          type="date"
          name={name}
          defaultValue={input[name]}
          {...(isReversed(input, name) && { error: say('catalog.narrow.daysOrder') })}
        />
      ))}
      <Choice
        name="payStatus"
        value={input.payStatus}
        list={payStates.map((payState) => [payState, say(`payment.status.${payState}`)])}
      />
      {creators.length > 1 && (
        <Choice name="creator" value={input.creator} list={creators.map((creator) => [creator.id, creator.name])} />
      )}
      <Choice
        name="source"
        value={input.source}
        list={sources.map((source) => [source, say(`order.list.source.${source}`)])}
      />
      <Checkbox name="unread" value="1" defaultChecked={input.unread === '1'} label={say('order.list.unreadOnly')} />
    </div>
  );
}

type ChoiceProps = { name: string; value: unknown; list: [string | number, string][] };

function Choice({ name, value, list }: ChoiceProps) {
  const { say } = useWords();
  return (
    <ChoiceField
      name={name}
      label={say(`order.list.${name}`)}
      defaultValue={value === undefined ? '' : String(value)}
      none={say('catalog.search.any')}
      options={list}
    />
  );
}

/** One link per state with the number of orders under the other filters. */
export function StateTabs({ input, counts }: { input: ListInput; counts: OutputOf<'orderList'>['counts'] }) {
  const { say } = useWords();
  const [params] = useSearchParams();
  const countOf = (some: typeof counts) =>
    `${some.reduce((sum, one) => sum + one.count, 0)}${some.some((one) => one.more) ? '+' : ''}`;
  const ofState = (state: number) => counts.filter((count) => count.status === state);
  const shown = states.filter((state) => ofState(state).length > 0 || state === input.status);
  return (
    <nav aria-label={say('console.status')} className="no-bar -mx-4 flex gap-2 overflow-x-auto px-4">
      {[undefined, ...shown].map((item) => (
        <Link
          key={item ?? 'all'}
          to={hrefWith(params, { status: item ? String(item) : '' })}
          aria-current={item === input.status || undefined}
          className={
            'min-h-11 content-center rounded-full border border-line bg-surface px-4 text-sm font-medium ' +
            'whitespace-nowrap aria-[current=true]:border-brand aria-[current=true]:bg-tint ' +
            'aria-[current=true]:text-brand'
          }
        >
          {item ? say(`order.status.${item}`) : say('catalog.search.any')}{' '}
          <span className="tabular-nums">({countOf(item ? ofState(item) : counts)})</span>
        </Link>
      ))}
    </nav>
  );
}

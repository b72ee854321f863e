// The filters of the owner's order list: a search line with the state, the rest behind one fold; sending them writes the address.
import { Form, Link } from 'react-router';
import { troubles } from '../../../../contract/desk.ts';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { payStates, sources, states } from '../../../parts/order/list-params.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, Field, SelectInput, TextInput } from '../../../ui/field.tsx';
import { type DeskInput, deskFurther, given } from './desk-params.ts';

type Choices = OutputOf<'consoleOrderChoices'>;
type FilterProps = { input: DeskInput; choices: Choices; money: boolean };

export function FilterDesk({ input, choices, money }: FilterProps) {
  const { say } = useWords();
  const { page: _, size: __, ...filter } = given(input);
  const chosen = deskFurther.filter((name) => filter[name]).length;
  const search = say(money ? 'desk.search' : 'desk.searchOwn');
  return (
    <Form
      action={consolePaths.orders()}
      className="mb-4 grid gap-3"
      // The fields start anew with each address, so that going back shows what was chosen then.
      key={JSON.stringify(filter)}
      role="search"
      aria-label={say('header.orders')}
    >
      <div className="flex flex-wrap gap-2">
        <TextInput
          type="search"
          name="query"
          maxLength={80}
          defaultValue={input.query}
          placeholder={search}
          aria-label={search}
          className="!w-auto min-w-0 grow basis-48"
        />
        <SelectInput
          name="status"
          defaultValue={filter.status ?? ''}
          aria-label={say('console.status')}
          className="!w-auto max-w-full"
        >
          <option value="">{say('search.any')}</option>
          {states.map((one) => (
            <option key={one} value={one}>
              {one} {say(`status.${one}`)}
            </option>
          ))}
        </SelectInput>
        <Button type="submit" variant="outline">
          {say('search.go')}
        </Button>
      </div>
      <details open={chosen > 0} className="rounded-card border border-line bg-surface px-4">
        <summary className="min-h-11 cursor-pointer content-center font-medium">
          {say('orders.more')}
          {chosen > 0 && ` (${chosen})`}
        </summary>
        <Further input={input} choices={choices} money={money} />
      </details>
      {Object.keys(filter).length > 0 && (
        <Link to={consolePaths.orders()} className="w-fit py-2 font-semibold text-brand underline">
          {say('orders.clear')}
        </Link>
      )}
    </Form>
  );
}

function Further({ input, choices, money }: FilterProps) {
  const { say } = useWords();
  const days = ['playFrom', 'playTo', 'placedFrom', 'placedTo'] as const;
  const named = (list: { id: string; name: string }[]) => list.map((one): [string, string] => [one.id, one.name]);
  return (
    <div className="grid gap-3 pb-4 sm:grid-cols-2 lg:grid-cols-4">
      {days.map((name) => (
        <Field key={name} label={say(`orders.${name}`)}>
          {(ids) => <TextInput ids={ids} type="date" name={name} defaultValue={input[name]} />}
        </Field>
      ))}
      <Choice
        name="product"
        label={say('console.column.product')}
        value={input.product}
        list={named(choices.products)}
      />
      {money && (
        <>
          <Choice name="partner" label={say('desk.partner')} value={input.partner} list={named(choices.partners)} />
          <Choice
            name="payStatus"
            label={say('orders.payStatus')}
            value={input.payStatus}
            list={payStates.map((one) => [one, say(`payStatus.${one}`)])}
          />
          <Choice
            name="channel"
            label={say('desk.channel')}
            value={input.channel}
            list={choices.channels.map((one) => [one, say(`channel.${one}`)])}
          />
          <Choice
            name="source"
            label={say('orders.source')}
            value={input.source}
            list={sources.map((one) => [one, say(`orders.source.${one}`)])}
          />
          <Choice
            name="trouble"
            label={say('desk.trouble')}
            value={input.trouble}
            list={troubles.map((one) => [one, say(`queue.${one}`)])}
          />
          <Checkbox name="sold" value="1" defaultChecked={input.sold === '1'} label={say('desk.sold')} />
        </>
      )}
    </div>
  );
}

type ChoiceProps = { name: string; label: string; value: unknown; list: [string | number, string][] };

function Choice({ name, label, value, list }: ChoiceProps) {
  const { say } = useWords();
  return (
    <Field label={label}>
      {(ids) => (
        <SelectInput ids={ids} name={name} defaultValue={value === undefined ? '' : String(value)}>
          <option value="">{say('search.any')}</option>
          {list.map(([key, words]) => (
            <option key={key} value={key}>
              {words}
            </option>
          ))}
        </SelectInput>
      )}
    </Field>
  );
}

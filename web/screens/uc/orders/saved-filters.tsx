// Saved filters of the order list: a name links to its address.
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { paths } from '../../../../domain/paths.ts';
import { send } from '../../../call.ts';
import { CallProblem } from '../../../parts/call-problem.tsx';
import { describeError } from '../../../parts/describe-error.ts';
import { removesRow } from '../../../parts/form/remove-row.ts';
import { RuledField } from '../../../parts/form/ruled-field.tsx';
import { useForm } from '../../../parts/form/use-form.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogButton } from '../../../ui/dialog-button.tsx';

export function SavedFilters({ list, present }: { list: OutputOf<'savedFilters'>['list']; present: string }) {
  const words = useWords();
  const { say } = words;
  const { revalidate } = useRevalidator();
  const [problem, setProblem] = useState('');
  const forget = (id: string) =>
    send('deleteFilter', { id }).then(revalidate, (error: unknown) => setProblem(describeError(error, words).text));
  if (!list.length && !present) return null;
  return (
    <section aria-label={say('order.list.saved')} className="grid gap-2">
      {problem && <CallProblem title={problem} />}
      <ul className="flex flex-wrap items-center gap-2">
        {list.map((item) => (
          <li key={item.id} className="flex max-w-full items-center rounded-full border border-line bg-surface">
            <Link
              to={paths.orders(new URLSearchParams(item.query))}
              aria-current={item.query === present || undefined}
              className="min-h-11 min-w-0 content-center truncate pl-4 text-sm font-medium aria-[current=true]:text-brand"
            >
              {item.name}
            </Link>
            <button
              type="button"
              {...removesRow('filters', () => forget(item.id))}
              aria-label={say('order.list.delete', { name: item.name })}
              className="grid size-11 shrink-0 place-items-center rounded-full text-quiet hover:text-bad"
            >
              <IconX aria-hidden="true" className="size-4" />
            </button>
          </li>
        ))}
        {present && (
          <li>
            <DialogButton variant="quiet" data-adds="filters" text={say('order.list.save')}>
              {(close) => <SaveFilter query={present} onDone={close} />}
            </DialogButton>
          </li>
        )}
      </ul>
    </section>
  );
}

function SaveFilter({ query, onDone }: { query: string; onDone(): void }) {
  const { say } = useWords();
  const { revalidate } = useRevalidator();
  const form = useForm({ name: '' }, { name: { kind: 'text', max: 60, required: true } });
  return (
    <form
      ref={form.ref}
      noValidate
      className="grid gap-4"
      onSubmit={form.submit(async () => {
        await send('saveFilter', { name: form.values.name ?? '', query });
        onDone();
        await revalidate();
      })}
    >
      {form.problem && <CallProblem title={form.problem} />}
      <RuledField form={form} name="name" label={say('order.list.saveName')} hint={say('order.list.saveHint')} />
      <div className="flex justify-end gap-3">
        <Button variant="outline" onClick={onDone}>
          {say('ui.dialog.cancel')}
        </Button>
        <Button type="submit" busy={form.busy}>
          {say('account.centre.save')}
        </Button>
      </div>
    </form>
  );
}

// Quick find: from every page of the back office to a screen, an order, a product or a partner by what of it is known (rules §10).
// Opened from the menu or by Ctrl or Command and K; a combobox whose first row is marked, so that Enter opens it.
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { takeFocus } from '../../../ui/hold-dialog.ts';
import { type FoundGroup, useFound } from './use-found.ts';

type Me = OutputOf<'consoleMe'>;

export function QuickFind({ me, onGo }: { me: Me; onGo(): void }) {
  const { say } = useWords();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isK =
        event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isK || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        className={
          'flex min-h-11 items-center gap-2 rounded-lg px-3 text-quiet hover:bg-canvas max-lg:ml-auto ' +
          'lg:w-full lg:border lg:border-line'
        }
      >
        <IconSearch aria-hidden="true" className="size-5 shrink-0" />
        <span className="min-w-0 grow truncate text-left max-lg:sr-only">{say('desk.find.open')}</span>
        <span aria-hidden="true" className="text-xs whitespace-nowrap max-lg:hidden">
          Ctrl K
        </span>
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={say('desk.find.open')}>
        <FindBox
          me={me}
          onGo={() => {
            setOpen(false);
            onGo();
          }}
        />
      </Dialog>
    </>
  );
}

function FindBox({ me, onGo }: { me: Me; onGo(): void }) {
  const { say } = useWords();
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [marked, setMarked] = useState(0);
  const { groups, problem } = useFound(typed.trim(), me);
  const rows = groups.flatMap((group) => group.rows);
  const at = Math.min(marked, rows.length - 1);
  useEffect(() => {
    if (at > 0) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [at, id]);
  const press = (event: React.KeyboardEvent) => {
    // While letters are composed, arrows and Enter belong to the input method.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && rows.length) setMarked((at + step + rows.length) % rows.length);
    else if (event.key === 'Enter' && rows[at]) {
      onGo();
      navigate(rows[at].to);
    } else if (!step && event.key !== 'Enter') return;
    event.preventDefault();
  };
  return (
    <div className="grid gap-2">
      <TextInput
        ref={takeFocus}
        type="search"
        role="combobox"
        aria-label={say('desk.find.label')}
        placeholder={say('desk.find.label')}
        aria-expanded={rows.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={rows.length ? `${id}-${at}` : undefined}
        autoComplete="off"
        maxLength={80}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setMarked(0);
        }}
        onKeyDown={press}
      />
      <p role="status" className={problem || rows.length === 0 ? 'px-3 py-2 text-quiet' : 'sr'}>
        {problem ?? say('catalog.search.count', { count: rows.length })}
      </p>
      <FoundRows id={id} groups={groups} at={at} onGo={onGo} />
    </div>
  );
}

type FoundRowsProps = { id: string; groups: FoundGroup[]; at: number; onGo(): void };

function FoundRows({ id, groups, at, onGo }: FoundRowsProps) {
  const { say } = useWords();
  const first = groups.map((_, number) => groups.slice(0, number).reduce((sum, { rows }) => sum + rows.length, 0));
  return (
    <div id={`${id}-list`} role="listbox" aria-label={say('desk.find.open')} className="h-[50dvh] overflow-y-auto">
      {groups.map(({ title, rows }, number) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox is no fieldset
        <div key={title} role="group" aria-label={title}>
          <p role="presentation" className="px-3 pt-2 pb-1 text-xs font-semibold text-quiet">
            {title}
          </p>
          {rows.map(({ to, text, note, Icon }, place) => {
            const row = (first[number] ?? 0) + place;
            return (
              <Link
                key={to}
                id={`${id}-${row}`}
                role="option"
                aria-selected={row === at}
                to={to}
                tabIndex={-1}
                onClick={onGo}
                className="flex min-h-11 items-center gap-3 rounded-lg px-3 py-1 hover:bg-canvas aria-selected:bg-tint"
              >
                <Icon aria-hidden="true" className="size-5 shrink-0 text-brand" />
                <span className="min-w-0 grow break-words">{text}</span>
                {note && <span className="max-w-[40%] shrink-0 truncate text-sm text-quiet">{note}</span>}
              </Link>
            );
          })}
        </div>
      ))}
    </div>
  );
}

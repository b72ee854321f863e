// The search box with suggestions while typing; works as a plain form without script.
import { IconMapPin, IconSearch, IconTicket } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Form, Link, useNavigate } from 'react-router';
import type { OutputOf } from '../../contract/index.ts';
import { send } from '../call.ts';
import { useWords } from './use-words.ts';

type Suggestions = OutputOf<'keyQuery'>;
const pauseMilliseconds = 160;

export function SearchBox({ large = false, initial = '' }: { large?: boolean; initial?: string }) {
  const { say } = useWords();
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState(initial);
  const [found, setFound] = useState<Suggestions>();
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => setTyped(initial), [initial]);
  useEffect(() => {
    const query = typed.trim();
    if (!open || query.length < 2) return setFound(undefined);
    const abort = new AbortController();
    const timer = setTimeout(
      () => send('keyQuery', { query }, { signal: abort.signal }).then(setFound, () => undefined),
      pauseMilliseconds,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [typed, open]);
  const rows = [
    ...(found?.cities ?? []).map((city) => ({
      key: `c${city.key}`,
      href: `/search?city=${city.key}`,
      text: city.name,
      note: say('search.cityAll'),
      Icon: IconMapPin,
    })),
    ...(found?.products ?? []).map((product) => ({
      key: product.id,
      href: product.path,
      text: product.name,
      note: product.city,
      Icon: IconTicket,
    })),
  ];
  const shown = open && rows.length > 0;
  const onKey = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false);
    if (!shown || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp' && event.key !== 'Enter')) return;
    const row = rows[at];
    if (event.key === 'Enter' && row) {
      event.preventDefault();
      setOpen(false);
      navigate(row.href);
    }
    if (event.key !== 'Enter') {
      event.preventDefault();
      setAt((now) => (now + (event.key === 'ArrowDown' ? 1 : -1) + rows.length) % rows.length);
    }
  };
  return (
    <div
      ref={box}
      className="relative w-full"
      onBlur={(event) => !box.current?.contains(event.relatedTarget) && setOpen(false)}
    >
      <Form
        action="/search"
        role="search"
        onSubmit={() => setOpen(false)}
        className={`flex items-center rounded-full border border-line bg-surface pl-4 text-ink ${large ? 'shadow-card' : ''}`}
      >
        <IconSearch aria-hidden="true" className="size-5 shrink-0 text-quiet" />
        <input
          name="query"
          value={typed}
          maxLength={80}
          onChange={(event) => {
            setTyped(event.target.value);
            setOpen(true);
            setAt(-1);
          }}
          onFocus={() => setOpen(true)}
          onKeyDown={onKey}
          placeholder={say('search.placeholder')}
          aria-label={say('search.label')}
          role="combobox"
          aria-expanded={shown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
          autoComplete="off"
          enterKeyHint="search"
          className={`min-w-0 grow bg-transparent px-3 outline-none ${large ? 'min-h-14 text-lg' : 'min-h-11'}`}
        />
        <button
          type="submit"
          className={`m-1 shrink-0 rounded-full bg-brand px-5 font-semibold text-surface hover:brightness-110 ${large ? 'min-h-12' : 'min-h-9'}`}
        >
          {say('search.go')}
        </button>
      </Form>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={say('search.suggestions')}
        hidden={!shown}
        className="absolute inset-x-0 top-full z-30 mt-2 overflow-hidden rounded-card border border-line bg-surface py-2 text-ink shadow-card"
      >
        {rows.map(({ key, href, text, note, Icon }, place) => (
          <Link
            key={key}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === at}
            to={href}
            tabIndex={-1}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setOpen(false)}
            className={`flex min-h-11 items-center gap-3 px-4 py-2 text-left ${place === at ? 'bg-tint' : 'hover:bg-canvas'}`}
          >
            <Icon aria-hidden="true" className="size-5 shrink-0 text-brand" />
            <span className="min-w-0 grow truncate">{text}</span>
            <span className="shrink-0 text-sm text-quiet">{note}</span>
          </Link>
        ))}
      </div>
    </div>
  );
}

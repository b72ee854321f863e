// The search box with suggestions while typing and the recent searches of this browser: a combobox for mouse, keyboard and screen
// reader; works as a plain form without script.
import { IconCategory, IconHistory, IconMapPin, IconTicket } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Form, Link, useNavigate } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { paths } from '../../../domain/paths.ts';
import { send } from '../../call.ts';
import { useWords, type Words } from '../use-words.ts';
import { forgetSearches, noteSearch, readSearches } from './recent-searches.ts';

type Suggestions = OutputOf<'keyQuery'>;
type Row = { key: string; href: string; text: string; note: string; Icon: typeof IconTicket };
type Group = { title: string; rows: Row[] };

const pauseMilliseconds = 160;
/** One letter is enough in languages in which a letter can be a word. */
const worthAsking = (query: string) =>
  query.length > 1 || /[\p{Script=Han}\p{Script=Kana}\p{Script=Hangul}]/u.test(query);

function groupsOf(found: Suggestions | undefined, recent: string[], { say }: Words): Group[] {
  const groups: Group[] = [
    {
      title: say('catalog.search.category'),
      rows: (found?.categories ?? []).map(({ type, subtype, name, count }) => ({
        key: `t${type}-${subtype ?? ''}`,
        href: paths.search({ type, subtype: subtype ?? undefined }),
        text: name,
        note: say('catalog.home.productCount', { count }),
        Icon: IconCategory,
      })),
    },
    {
      title: say('catalog.search.city'),
      rows: (found?.cities ?? []).map((city) => ({
        key: `c${city.key}`,
        href: paths.search({ city: city.key }),
        text: `${city.name}, ${city.country}`,
        note: say('catalog.home.productCount', { count: city.count }),
        Icon: IconMapPin,
      })),
    },
    {
      title: say('catalog.search.title'),
      rows: (found?.products ?? []).map((product) => ({
        key: `p${product.id}`,
        href: product.path,
        text: product.name,
        note: product.city,
        Icon: IconTicket,
      })),
    },
    {
      title: say('catalog.home.recentSearches'),
      rows: recent.map((query) => ({
        key: `r${query}`,
        href: paths.search({ query }),
        text: query,
        note: '',
        Icon: IconHistory,
      })),
    },
  ];
  return groups.filter((group) => group.rows.length);
}

/** The shop's suggestions for the typed text; requested after a short pause, a newer request replaces an older one. */
function useSuggestions(query: string, open: boolean): Suggestions | undefined {
  const [found, setFound] = useState<Suggestions>();
  useEffect(() => {
    if (!open || !worthAsking(query)) return setFound(undefined);
    const abort = new AbortController();
    const timer = setTimeout(
      () => send('keyQuery', { query }, { signal: abort.signal }).then(setFound, () => undefined),
      pauseMilliseconds,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query, open]);
  return found;
}

/** State and keys of the combobox. `at` is the marked row, -1 while it is the text itself. */
function useCombobox(initial: string, replace: boolean) {
  const words = useWords();
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState(initial);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const [recent, setRecent] = useState<string[]>([]);
  useEffect(() => setTyped(initial), [initial]);
  const query = typed.trim();
  const found = useSuggestions(query, open);
  const groups = groupsOf(found, query ? [] : recent, words);
  const rows = groups.flatMap((group) => group.rows);
  const shown = open && rows.length > 0;
  const chosen = shown ? rows[at] : undefined;
  useEffect(() => {
    if (at >= 0) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [at, id]);
  const begin = () => {
    setRecent(readSearches());
    setOpen(true);
    setAt(-1);
  };
  const close = () => setOpen(false);
  const onKey = (event: React.KeyboardEvent) => {
    // While letters are composed, arrows and Enter belong to the input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      // If there is nothing left to close or to clear, it closes the dialog around the box.
      if (shown || typed) event.preventDefault();
      if (shown) close();
      else setTyped('');
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      close();
      navigate(chosen.href, { replace });
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!shown) return begin();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setAt((now) => ((now + 1 + step + rows.length + 1) % (rows.length + 1)) - 1);
    }
  };
  return {
    ...{ id, typed, query, groups, shown, at, chosen, begin, close, onKey },
    /** The number of products, once it is known. */
    hits: open && (found || shown) ? rows.length : undefined,
    recent: query ? [] : recent,
    type(text: string) {
      setTyped(text);
      begin();
    },
    forget() {
      forgetSearches();
      setRecent([]);
    },
  };
}

/** `over`: the box lies over the page, as an entry of the history that the next page replaces. */
type BoxProps = { large?: boolean; initial?: string; over?: boolean };

export function SearchBox({ large = false, initial = '', over = false }: BoxProps) {
  const { say } = useWords();
  const search = useCombobox(initial, over);
  const box = useRef<HTMLDivElement>(null);
  const send = () => {
    noteSearch(search.query);
    search.close();
  };
  return (
    <div
      ref={box}
      className="relative w-full"
      onBlur={(event) => !box.current?.contains(event.relatedTarget) && search.close()}
    >
      <Form
        action={paths.search()}
        replace={over}
        role="search"
        onSubmit={send}
        className={`search-form icon icon-5 icon-search ${large ? 'shadow-card' : ''}`}
      >
        <input
          name="query"
          value={search.typed}
          maxLength={80}
          onChange={(event) => search.type(event.target.value)}
          onFocus={search.begin}
          onClick={search.begin}
          onKeyDown={search.onKey}
          placeholder={say('catalog.search.placeholder')}
          aria-label={say('catalog.search.label')}
          role="combobox"
          aria-expanded={search.shown}
          aria-controls={`${search.id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={search.chosen ? `${search.id}-${search.at}` : undefined}
          autoComplete="off"
          enterKeyHint="search"
          className={`min-w-0 grow bg-transparent px-3 outline-none ${large ? 'min-h-14 text-lg' : 'min-h-11'}`}
        />
        <button
          type="submit"
          className={[
            'm-1 shrink-0 rounded-full bg-brand px-2 font-semibold min-[15rem]:px-5 text-surface hover:brightness-110',
            `${large ? 'min-h-12' : 'min-h-9'}`,
          ].join(' ')}
        >
          {say('catalog.search.go')}
        </button>
      </Form>
      <span role="status" className="sr">
        {search.hits === undefined ? '' : say('catalog.home.hits', { count: search.hits })}
      </span>
      <Popup search={search} over={over} onForgotten={() => box.current?.querySelector('input')?.focus()} />
    </div>
  );
}

type PopupProps = { search: ReturnType<typeof useCombobox>; over: boolean; onForgotten(): void };

function Popup({ search, over, onForgotten }: PopupProps) {
  const { say } = useWords();
  const { id, groups, at } = search;
  return (
    <div
      hidden={!search.shown}
      className={
        'absolute inset-x-0 top-full z-30 mt-2 overflow-hidden rounded-card border border-line bg-surface ' +
        'text-left text-ink shadow-card'
      }
    >
      <List
        id={`${id}-list`}
        groups={groups}
        at={at}
        idOf={(place) => `${id}-${place}`}
        over={over}
        onGo={search.close}
      />
      {search.recent.length > 0 && (
        <button
          type="button"
          className="min-h-11 w-full border-t border-line px-4 text-left text-sm font-semibold text-brand hover:bg-canvas"
          onClick={() => {
            search.forget();
            onForgotten();
          }}
        >
          {say('catalog.home.clearSearches')}
        </button>
      )}
    </div>
  );
}

type ListProps = { id: string; groups: Group[]; at: number; idOf(place: number): string; over: boolean; onGo(): void };

function List({ id, groups, at, idOf, over, onGo }: ListProps) {
  const { say } = useWords();
  let place = -1;
  return (
    <div
      id={id}
      role="listbox"
      aria-label={say('catalog.search.suggestions')}
      className="max-h-[60dvh] overflow-y-auto py-2"
    >
      {groups.map(({ title, rows }, number) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox is no fieldset
        <div key={title} role="group" aria-labelledby={`${id}-g${number}`}>
          <p id={`${id}-g${number}`} role="presentation" className="px-4 pt-2 pb-1 text-xs font-semibold text-quiet">
            {title}
          </p>
          {rows.map(({ key, href, text, note, Icon }) => {
            place += 1;
            return (
              <Link
                key={key}
                id={idOf(place)}
                role="option"
                aria-selected={place === at}
                to={href}
                replace={over}
                tabIndex={-1}
                onMouseDown={(event) => event.preventDefault()}
                onClick={onGo}
                className={`flex min-h-11 items-center gap-3 px-4 py-2 ${place === at ? 'bg-tint' : 'hover:bg-canvas'}`}
              >
                <Icon aria-hidden="true" className="size-5 shrink-0 text-brand" />
                <span className="line-clamp-2 min-w-0 grow">{text}</span>
                {note && <span className="shrink-0 text-sm text-quiet">{note}</span>}
              </Link>
            );
          })}
        </div>
      ))}
    </div>
  );
}

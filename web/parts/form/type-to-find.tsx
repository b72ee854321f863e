// A combobox that searches on the server for a part of a name; the list works by keyboard and finger. A full name that was
// typed counts when the field loses the focus; a text without a match stays in the field and is refused there.
import { useEffect, useId, useRef, useState } from 'react';
import { useWords } from '../use-words.ts';
import { InputField } from './fields.tsx';

/** `exact`: the typed text is a whole name of it, perhaps in another language than the one that is shown. */
type Named = { code: string; name: string; exact?: true | undefined };

type TypeToFindProps<Found extends Named> = {
  label: string;
  /** The chosen code, '' for none. */
  value: string;
  /** The name of the chosen item, as far as known. */
  shown: string;
  placeholder: string;
  error?: string | undefined;
  hint?: string | undefined;
  required?: boolean | undefined;
  /** Name of the input, if a form finds its fields by name. */
  name?: string | undefined;
  path?: string | undefined;
  find(query: string): Promise<Found[]>;
  /** The detail that distinguishes two items of one name. */
  describe?: ((found: Found) => string) | undefined;
  onPick(found: Found | undefined): void;
  onLeave?: (() => void) | undefined;
};

const mostShown = 12;
const pauseMilliseconds = 150;

export function TypeToFind<Found extends Named>(props: TypeToFindProps<Found>) {
  const { label, value, shown, placeholder, error, hint, required, name, path, find, describe, onPick, onLeave } =
    props;
  const { say } = useWords();
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const { found, failed, isFresh } = useFound(typed, find);
  const [active, setActive] = useMarked(found);
  const { left, judge, forget } = useLeft(props);
  const open = typed !== undefined && found !== undefined;
  const pick = (one: Found | undefined) => {
    if (one) onPick(one);
    setTyped(undefined);
    setActive(-1);
    forget();
  };
  const leave = () => {
    if (typed?.trim() === '' && value) onPick(undefined);
    if (typed?.trim() && typed !== shown) judge(typed);
    setTyped(undefined);
    onLeave?.();
  };
  const press = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found?.length) setActive((active + step + found.length) % found.length);
    else if (event.key === 'Enter' && open && isFresh) pick(found[Math.max(active, 0)]);
    else if (event.key === 'Escape' && open) pick(undefined);
    else if (event.key !== 'Enter' || !open) return;
    event.preventDefault();
  };
  return (
    <div className="relative">
      <InputField
        {...{ label, hint, required, name, placeholder }}
        error={left?.problem ?? error ?? (failed ? say('ui.problem.network') : undefined)}
        data-path={path}
        role="combobox"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        value={typed ?? left?.text ?? shown}
        // Browser and server may spell a name differently.
        suppressHydrationWarning
        maxLength={80}
        onValue={(text) => {
          forget();
          setTyped(text);
        }}
        onFocus={({ target }) => target.select()}
        onKeyDown={press}
        onBlur={leave}
      />
      <FoundList {...{ id, label, open, active, describe }} found={found ?? []} onPick={pick} />
    </div>
  );
}

type FoundListProps<Found extends Named> = Pick<TypeToFindProps<Found>, 'label' | 'describe'> & {
  id: string;
  open: boolean;
  found: Found[];
  active: number;
  onPick(found: Found): void;
};

function FoundList<Found extends Named>({ id, label, open, found, active, describe, onPick }: FoundListProps<Found>) {
  const { say } = useWords();
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      hidden={!open}
      className="absolute inset-x-0 z-20 mt-1 max-h-72 overflow-y-auto rounded-lg border border-line bg-surface shadow-card"
    >
      {found.map((found, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard works on the field that owns the list
        <div
          key={found.code}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(found)}
          className="min-h-11 cursor-pointer content-center px-3 py-1 hover:bg-canvas aria-selected:bg-tint"
        >
          {found.name} {describe && <span className="text-sm text-quiet">{describe(found)}</span>}
        </div>
      ))}
      {found.length === 0 && (
        <div role="option" aria-selected={false} aria-disabled="true" tabIndex={-1} className="px-3 py-2 text-quiet">
          {say('catalog.search.none')}
        </div>
      )}
    </div>
  );
}

type Left = { text: string; problem?: string };

/** When the field loses the focus: the typed text is chosen if it matches one item; otherwise it stays with the refusal. */
function useLeft<Found extends Named>(props: TypeToFindProps<Found>) {
  const { say } = useWords();
  const [left, setLeft] = useState<Left>();
  // The answer arrives later, when the form may have changed.
  const latest = useRef(props);
  latest.current = props;
  const round = useRef(0);
  const forget = () => {
    round.current += 1;
    setLeft(undefined);
  };
  const judge = async (text: string) => {
    forget();
    setLeft({ text });
    const thisRound = round.current;
    const answer = await findExact(text, props.find).catch(() => null);
    if (thisRound !== round.current) return;
    const { value, onPick } = latest.current;
    if (answer) {
      onPick(answer);
      return setLeft(undefined);
    }
    if (value) onPick(undefined);
    setLeft({ text, problem: say(answer === null ? 'ui.problem.network' : 'ui.field.pickFromList', { text }) });
  };
  // Shows a value that the form chose by itself meanwhile.
  const isOver = left?.problem !== undefined && props.value !== '';
  return { left: isOver ? undefined : left, judge: (text: string) => void judge(text), forget };
}

/** The only item whose name, in whichever language, or code equals the typed text. */
async function findExact<Found extends Named>(
  typed: string,
  find: (query: string) => Promise<Found[]>,
): Promise<Found | undefined> {
  const wanted = typed.trim().toLocaleLowerCase();
  const all = await find(typed);
  const [only, ...more] = all.filter(
    ({ name, code, exact }) => exact || [name, code].some((text) => text.toLocaleLowerCase() === wanted),
  );
  return more.length ? undefined : only;
}

/** The marked place belongs to one list. */
function useMarked(list: unknown) {
  const marked = useState(-1);
  const [, mark] = marked;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has no marked place
  useEffect(() => mark(-1), [list]);
  return marked;
}

/** Sent a moment after the last key; older answers are dropped. The list is fresh unless it is that of an earlier text. */
function useFound<Found extends Named>(typed: string | undefined, find: (query: string) => Promise<Found[]>) {
  const [found, setFound] = useState<{ of: string; list: Found[] }>();
  const [failed, setFailed] = useState(false);
  const round = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the way to search stays the same while the user types
  useEffect(() => {
    const thisRound = ++round.current;
    if (typed === undefined) return setFound(undefined);
    const timer = setTimeout(() => {
      find(typed).then(
        (list) => {
          if (thisRound !== round.current) return;
          setFailed(false);
          setFound({ of: typed, list: list.slice(0, mostShown) });
        },
        () => thisRound === round.current && setFailed(true),
      );
    }, pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [typed]);
  return { found: found?.list, failed, isFresh: found?.of === typed };
}

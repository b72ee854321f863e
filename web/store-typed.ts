// What somebody typed into a page is still there after a session that ended was begun again (decision 0766): stored in the tab for
// an hour, and typed again when the same person is back at the same address. Passwords, keys, codes, files and consent are not.
import { browserNow } from './ui/browser-now.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Stored = { at: number; address: string; reader: string; fields: [name: string, value: string | boolean][] };

const storage = 'typed as the session ended';
const lifeMilliseconds = 3_600_000;
/** Fields that others bring, for instance those of a country, appear soon after them. */
const tries = 20;
const pauseMilliseconds = 100;
const fieldSelector = 'main :is(input, textarea, select)';
const secret =
  '[type=password], [autocomplete=new-password], [name$=key i], [name^="keys."], [name*=secret i], [name*=token i]';
const passing = '[autocomplete=one-time-code], [name=code], [name=imageCode], [name=agreed]';
const neverStored = `${secret}, ${passing}, [type=file], [type=hidden], [type=search]`;

let reader = '';
const touched = new WeakSet<EventTarget>();
let isStored = false;

const noteTouched = ({ target }: Event): unknown => target && touched.add(target);

/** Leaving the page loses nothing that was typed. */
export const isTypedStored = (): boolean => isStored;

const isTick = (field: Field): field is HTMLInputElement => /^(checkbox|radio)$/.test(field.type);
const typedIn = (field: Field): string | boolean => (isTick(field) ? field.checked : field.value);

/** By name, or else by label; those of one name are counted. */
function namedFields(): Map<string, Field> {
  const found = new Map<string, Field>();
  for (const field of document.querySelectorAll<Field>(fieldSelector)) {
    if (field.matches(neverStored) || field.closest('[role=search], .header-switch')) continue;
    const name = field.name || field.dataset.path || (field.labels?.[0]?.innerText ?? field.ariaLabel ?? '');
    const choice = field.type === 'radio' ? field.value : '';
    for (let at = 0; ; at += 1) {
      const key = `${name} ${choice} ${at}`;
      if (found.has(key)) continue;
      found.set(key, field);
      break;
    }
  }
  return found;
}

/** When an answer says that the session has ended, before the page is left for the sign-in. */
function storeTyped(): void {
  const fields = [...namedFields()].filter(([, field]) => touched.has(field));
  if (!reader || !fields.length) return;
  const stored: Stored = {
    at: browserNow(),
    address: location.pathname + location.search,
    reader,
    fields: fields.map(([name, field]) => [name, typedIn(field)]),
  };
  try {
    sessionStorage.setItem(storage, JSON.stringify(stored));
    isStored = true;
  } catch {
    // If storage is forbidden or full, it has to be typed again.
  }
}

function readStored(): Stored | null {
  try {
    return JSON.parse(sessionStorage.getItem(storage) ?? 'null');
  } catch {
    return null;
  }
}

/** React learns of a value from the setter of the prototype and the event, as from a person who types. */
function setValue(field: Field, value: string | boolean): void {
  if (typedIn(field) === value) return;
  if (typeof value === 'boolean') {
    field.click();
    return;
  }
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

function typeStored({ fields }: Stored, left: number): void {
  const found = namedFields();
  const missing = fields.filter(([name, value]) => {
    const field = found.get(name);
    // A radio that was not chosen says nothing: the chosen one unticks it.
    if (field && (value !== false || field.type !== 'radio')) setValue(field, value);
    return !field;
  });
  if (missing.length && left > 0)
    setTimeout(() => typeStored({ fields: missing } as Stored, left - 1), pauseMilliseconds);
}

/** Notes what `person` types from now on, and types again what is stored for this address. What another person typed is deleted. */
export function followTyping(person: string, address: string): void {
  reader = person;
  // What listens already is not added again.
  for (const kind of ['input', 'change']) addEventListener(kind, noteTouched, true);
  addEventListener('sessionover', storeTyped);
  const stored = readStored();
  if (!stored) return;
  const isOver = browserNow() - stored.at >= lifeMilliseconds;
  if (!isOver && stored.reader === person && stored.address !== address) return;
  sessionStorage.removeItem(storage);
  if (!isOver && stored.reader === person) typeStored(stored, tries);
}

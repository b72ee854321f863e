// What somebody typed into a page is still there after a session that ended was begun again (decision 0766): stored in the tab for
// an hour, and typed again when the same person is back at the same address. Passwords, keys, codes, files and consent are not.
import { browserNow } from './ui/browser-now.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Kept = { at: number; address: string; reader: string; fields: [name: string, value: string | boolean][] };

const storage = 'typed as the session ended';
const lifeMilliseconds = 3_600_000;
/** Fields that others bring, for instance those of a country, appear soon after them. */
const tries = 20;
const pauseMilliseconds = 100;
const fieldSelector = 'main :is(input, textarea, select)';
const secret =
  '[type=password], [autocomplete=new-password], [name$=key i], [name^="keys."], [name*=secret i], [name*=token i]';
const passing = '[autocomplete=one-time-code], [name=code], [name=imageCode], [name=agreed]';
const notKept = `${secret}, ${passing}, [type=file], [type=hidden], [type=search]`;

let reader = '';
const touched = new WeakSet<EventTarget>();

/** `person` is who is signed in, '' for nobody. */
export const setReader = (person: string): void => {
  reader = person;
};

export const noteTouched = ({ target }: Event): unknown => target && touched.add(target);

const isTick = (field: Field): field is HTMLInputElement => /^(checkbox|radio)$/.test(field.type);
const typedIn = (field: Field): string | boolean => (isTick(field) ? field.checked : field.value);

/** By name, or else by label; those of one name are counted. */
function namedFields(): Map<string, Field> {
  const found = new Map<string, Field>();
  for (const field of document.querySelectorAll<Field>(fieldSelector)) {
    if (field.matches(notKept) || field.closest('[role=search], .header-switch')) continue;
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

/** Called when an answer says that the session has ended, before the page is left for the sign-in. */
export function keepTyped(): void {
  const fields = [...namedFields()].filter(([, field]) => touched.has(field));
  if (!reader || !fields.length) return;
  const kept: Kept = {
    at: browserNow(),
    address: location.pathname + location.search,
    reader,
    fields: fields.map(([name, field]) => [name, typedIn(field)]),
  };
  try {
    sessionStorage.setItem(storage, JSON.stringify(kept));
  } catch {
    // If storage is forbidden or full, it has to be typed again.
  }
}

/** Whether leaving the page loses nothing that was typed. */
export const isTypedKept = (): boolean => Boolean(takeKept(false));

function takeKept(away: boolean): Kept | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storage) ?? 'null') as Kept | null;
    if (away) sessionStorage.removeItem(storage);
    return kept && browserNow() - kept.at < lifeMilliseconds ? kept : undefined;
  } catch {
    return undefined;
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

function typeKept({ fields }: Kept, left: number): void {
  const found = namedFields();
  const missing = fields.filter(([name, value]) => {
    const field = found.get(name);
    // A radio that was not chosen says nothing: the chosen one unticks it.
    if (field && (value !== false || field.type !== 'radio')) setValue(field, value);
    return !field;
  });
  if (missing.length && left > 0) setTimeout(() => typeKept({ fields: missing } as Kept, left - 1), pauseMilliseconds);
}

/** Types what was kept for this address and person; what another person typed is deleted. */
export function restoreTyped(person: string, address: string): void {
  const kept = person ? takeKept(false) : undefined;
  if (!kept || (kept.reader === person && kept.address !== address)) return;
  takeKept(true);
  if (kept.reader === person) typeKept(kept, tries);
}

// What somebody typed into a page is still there after a session that ended was begun again (decision 0766): stored in the tab for
// an hour, and typed again when the same person is back at the same address; in a form that a button opens, once that button is pressed
// again. Passwords, keys, codes, files and consent are not.
import { browserNow } from './ui/browser-now.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** `opener`: the button that was pressed before it was typed into, '' for none. */
type Entry = [name: string, value: string | boolean, opener: string];
type Stored = { at: number; address: string; reader: string; fields: Entry[] };

const storage = 'typed as the session ended';
const lifeMilliseconds = 3_600_000;
/** Fields that others bring, for instance those of a country, appear soon after them. */
const tries = 20;
const pauseMilliseconds = 100;
const fieldSelector = 'main :is(input, textarea, select)';
const buttonSelector = 'button, a, summary';
const rowLength = 200;
const secret =
  '[type=password], [autocomplete=new-password], [name$=key i], [name^="keys."], [name*=secret i], [name*=token i]';
const passing = '[autocomplete=one-time-code], [name=code], [name=imageCode], [name=agreed]';
const neverStored = `${secret}, ${passing}, [type=file], [type=hidden], [type=search]`;

let reader = '';
/** What was typed into, each with its opener. */
const touched = new WeakMap<EventTarget, string>();
let isStored = false;
let pressed = '';
const unclear = '?';
/** What is still to be typed again, the time it was stored at, and the next try. */
let waiting: Entry[] = [];
let storedAt = 0;
let next = 0;

function noteTouched({ target }: Event): void {
  if (target && !touched.has(target)) touched.set(target, pressed);
}

/** The button by its text and its row; `unclear` where another one could be meant. Within a dialog or menu, with what opened that. */
function nameButton(button: Element): string {
  const nameOf = (element: Element) =>
    `${element.ariaLabel ?? ''} ${element.textContent} ${element.closest('li, tr, article')?.textContent?.slice(0, rowLength) ?? ''}`;
  const name = nameOf(button);
  const alike = [...document.querySelectorAll(buttonSelector)].filter(
    (element) => element.textContent === button.textContent,
  );
  const isInside = button.closest('dialog, [role=menu], [popover]');
  if (alike.filter((element) => nameOf(element) === name).length > 1 || (isInside && pressed === unclear))
    return unclear;
  return isInside ? `${pressed} › ${name}` : name;
}

function openerOf(field: Field): string {
  const opener = touched.get(field) ?? '';
  return opener === unclear ? '' : opener;
}

/** A form that opens after a press is there a moment later. */
function notePressed({ target }: Event): void {
  const button = target instanceof Element && target.closest(buttonSelector);
  if (!button) return;
  pressed = nameButton(button);
  if (waiting.length) typeWaiting(tries);
}

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
      const key = `${field.closest('dialog') ? '› ' : ''}${name} ${choice} ${at}`;
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
    fields: fields.map(([name, field]) => [name, typedIn(field), openerOf(field)]),
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

/** Before a button is pressed whatever is on the page, and then what this button opens: another row may have such a form, too. */
function typeWaiting(left: number): void {
  const found = namedFields();
  waiting = waiting.filter(([name, value, opener]) => {
    const field = !pressed || pressed === opener ? found.get(name) : undefined;
    // A radio that was not chosen says nothing: the chosen one unticks it.
    if (field && !touched.has(field) && (value !== false || field.type !== 'radio')) setValue(field, value);
    return !field && (left > 0 || opener);
  });
  storeWaiting();
  clearTimeout(next);
  if (waiting.length && left > 0) next = window.setTimeout(() => typeWaiting(left - 1), pauseMilliseconds);
}

function storeWaiting(): void {
  const stored = readStored();
  if (!stored) return;
  if (waiting.length) sessionStorage.setItem(storage, JSON.stringify({ ...stored, fields: waiting }));
  else sessionStorage.removeItem(storage);
}

/** Notes what `person` types from now on, and types again what is stored for this address. What another person typed is deleted. */
export function followTyping(person: string, address: string): void {
  reader = person;
  // What listens already is not added again.
  for (const kind of ['input', 'change']) addEventListener(kind, noteTouched, true);
  addEventListener('click', notePressed, true);
  addEventListener('sessionover', storeTyped);
  waiting = [];
  const stored = readStored();
  if (!stored) return;
  const isOver = browserNow() - stored.at >= lifeMilliseconds;
  if (!isOver && stored.reader === person && stored.address !== address) return;
  if (isOver || stored.reader !== person) {
    sessionStorage.removeItem(storage);
    return;
  }
  // What was pressed before, for instance to sign in, opens nothing here.
  if (stored.at !== storedAt) pressed = '';
  storedAt = stored.at;
  waiting = stored.fields;
  typeWaiting(tries);
}

// When the scripts of a page start (decision 0550): on a reading page after its first paint, so that styles, fonts and
// the largest picture have the network for themselves. Links and searches work without scripts. Clicks on buttons are recorded and
// repeated. The page itself switches language and currency (decision 0576), follows the back button and records what is typed before
// hydration.

declare global {
  interface Window {
    /** Buttons that were pressed before hydration, and forms that were sent without one, in order. */
    earlyPresses?: HTMLElement[];
    /** Fields that were typed into or ticked before hydration, with their newest values. */
    earlyTyped?: Map<HTMLInputElement, string | boolean>;
  }
}

const moduleType = ' type="module" async=""';
/** A script that does nothing yet. */
const waitingType = 'text/later';

/** Milliseconds after which scripts start even if no paint was reported. */
const longestWait = 3000;

/** Delays the page's first module script and adds the script that starts it. Other markup is not changed. */
export function delayScripts(scripts: string, files: readonly string[], nonce: string | undefined): string {
  const waiting = scripts.replace(moduleType, ` type="${waitingType}"`);
  const folder = sharedFolder(files);
  const names = files.map((file) => file.slice(folder.length));
  return waiting + inline(invoke(startAfterPaint, [folder, names, waitingType, longestWait]), nonce);
}

/** What all of them begin with, up to a slash: some thirty files are named on each page. */
function sharedFolder(files: readonly string[]): string {
  const folder = files[0]?.slice(0, files[0].lastIndexOf('/') + 1) ?? '';
  return files.every((file) => file.startsWith(folder)) ? folder : '';
}

/**
 * Scripts of every page: choosing a language or currency reloads it; until hydration, going back loads the page of that address, and what
 * is typed, pressed and sent is recorded.
 */
export const pageScripts = (nonce: string | undefined): string =>
  inline(invoke(switchOnChange, []) + invoke(loadOnEarlyBack, []) + invoke(noteEarly, []), nonce);

function invoke<Given extends unknown[]>(run: (...parameters: Given) => void, parameters: Given): string {
  // Its lines end with a semicolon, so that they may follow each other.
  return `(${run.toString().replace(/\n\s*|\/\*.*?\*\/ /g, '')})(${parameters.map((parameter) => JSON.stringify(parameter)).join()});`;
}

function inline(script: string, nonce: string | undefined): string {
  return `<script${nonce ? ` nonce="${nonce}"` : ''}>${script}</script>`;
}

// Runs in the browser as text, before and beside any other script: preserves the rest of the address.
function switchOnChange(): void {
  addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || !target.form?.matches('.header-switch')) return;
    const next = new URL(location.href);
    next.searchParams.set(target.name, target.value);
    location.assign(next);
  });
}

// Runs in the browser as text. Nothing else renders the page of another address before hydration: the router does not listen yet.
function loadOnEarlyBack(): void {
  const { pathname, search } = location;
  addEventListener('popstate', () => {
    const isSame = location.pathname === pathname && location.search === search;
    if (!isSame && document.documentElement.dataset.hydrated === undefined) location.reload();
  });
}

// Runs in the browser as text. Only fields report input. A form that names no address of its own is sent by the page: the browser would
// send it to the address of the page, and lose what was typed. Until it is sent, the page shows that it is at work.
function noteEarly(): void {
  window.earlyTyped = new Map();
  window.earlyPresses = [];
  const note = (pressed: HTMLElement) => {
    if (!window.earlyPresses?.includes(pressed) || pressed.matches('[type=button]')) window.earlyPresses?.push(pressed);
    document.documentElement.dataset.waiting = '';
  };
  addEventListener(
    'input',
    ({ target }) => {
      const field = target as HTMLInputElement;
      window.earlyTyped?.set(field, /checkbox|radio/.test(field.type) ? field.checked : field.value);
    },
    true,
  );
  addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element && target.closest<HTMLElement>('button[type=button]');
      if (button && window.earlyPresses) note(button);
    },
    true,
  );
  addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement;
      if (!window.earlyPresses || form.hasAttribute('action')) return;
      event.preventDefault();
      note(event.submitter ?? form);
    },
    true,
  );
}

// Runs in the browser as text: it may use nothing of this file and contains no comments. A hidden page is never painted, so its
// scripts start at once; they also start with the first touch or key.
function startAfterPaint(folder: string, files: readonly string[], waiting: string, longest: number): void {
  const nonce = document.currentScript?.nonce ?? '';
  let isBegun = false;
  const begin = () => {
    if (isBegun) return;
    isBegun = true;
    for (const name of files) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = folder + name;
      document.head.append(link);
    }
    const script = document.createElement('script');
    script.type = 'module';
    script.nonce = nonce;
    script.text = document.querySelector<HTMLScriptElement>(`script[type="${waiting}"]`)?.text ?? '';
    document.head.append(script);
    script.remove();
  };
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, begin, { capture: true, once: true });
  setTimeout(begin, longest);
  if (document.hidden || !PerformanceObserver.supportedEntryTypes?.includes('paint')) begin();
  else new PerformanceObserver(begin).observe({ type: 'paint', buffered: true });
}

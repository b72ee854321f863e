// When the scripts of a page start (decision 0550): on a page that is read first, after its first paint, so that styles, letters and
// the largest picture have the line for themselves. Links and searches work without scripts; presses of buttons are noted and repeated;
// language and currency are switched by the page itself (decision 0576).

declare global {
  interface Window {
    /** Buttons that were pressed before the scripts took the page over, in their order. */
    earlyPresses?: HTMLElement[];
  }
}

const moduleType = ' type="module" async=""';
/** A script that does nothing yet. */
const waitingType = 'text/later';

/** Milliseconds after which scripts start also where no paint was reported. */
const longestWait = 3000;

/** The page's first module script, made to wait, with the script after it that starts it. Other markup is left as it is. */
export function startLater(scripts: string, files: readonly string[], nonce: string | undefined): string {
  const waiting = scripts.replace(moduleType, ` type="${waitingType}"`);
  return waiting + call(startAfterPaint, [files, waitingType, longestWait], nonce);
}

/** A script of every page: a language or currency that is chosen loads the page anew. */
export const switchAtOnce = (nonce: string | undefined): string => call(switchOnChange, [], nonce);

function call<Given extends unknown[]>(run: (...given: Given) => void, given: Given, nonce: string | undefined) {
  const values = given.map((one) => JSON.stringify(one)).join();
  // Its lines end with a mark, so that they may follow each other.
  const text = run.toString().replace(/\n\s*/g, '');
  return `<script${nonce ? ` nonce="${nonce}"` : ''}>(${text})(${values})</script>`;
}

// Runs in the browser as text, before any other script and beside them: what else the address says stays.
function switchOnChange(): void {
  addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || !target.form?.matches('.header-switch')) return;
    const next = new URL(location.href);
    next.searchParams.set(target.name, target.value);
    location.assign(next);
  });
}

// Runs in the browser as text: it may use nothing of this file, and holds no comments. A page that nobody sees is never painted, so its
// scripts start at once; so they do with the first touch or key.
function startAfterPaint(files: readonly string[], waiting: string, longest: number): void {
  const nonce = document.currentScript?.nonce ?? '';
  let isBegun = false;
  const begin = () => {
    if (isBegun) return;
    isBegun = true;
    for (const href of files) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = href;
      document.head.append(link);
    }
    const script = document.createElement('script');
    script.type = 'module';
    script.nonce = nonce;
    script.text = document.querySelector<HTMLScriptElement>(`script[type="${waiting}"]`)?.text ?? '';
    document.head.append(script);
    script.remove();
  };
  window.earlyPresses = [];
  const note = ({ target }: Event) => {
    const button = target instanceof Element && target.closest<HTMLElement>('button[type=button]');
    if (button) window.earlyPresses?.push(button);
  };
  addEventListener('click', note, true);
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, begin, { capture: true, once: true });
  setTimeout(begin, longest);
  if (document.hidden || !PerformanceObserver.supportedEntryTypes?.includes('paint')) begin();
  else new PerformanceObserver(begin).observe({ type: 'paint', buffered: true });
}

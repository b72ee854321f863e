import { type ReactNode, StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { languageOf } from '../domain/languages.ts';
import { typeAgain } from './type-again.ts';
import { loadWords, wordPartsOf } from './words.ts';

/**
 * Marks the page as hydrated: from now on typing and clicking have their effect. Tests wait for it. It wraps the router: a sibling
 * would shift every useId against those that the server rendered.
 */
function MarkHydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset.hydrated = '';
    delete document.documentElement.dataset.waiting;
    typeAgain();
    void pressAgain();
  }, []);
  return children;
}

/**
 * What was pressed and sent before takes effect now: each in a task of its own, because within the effect the page's state does not yet
 * have what was typed, and a filled form would be refused as empty.
 */
async function pressAgain(): Promise<void> {
  for (const pressed of presses.splice(0)) {
    await new Promise((resolve) => setTimeout(resolve));
    if (pressed instanceof HTMLFormElement) pressed.requestSubmit();
    else pressed.click();
  }
}

await loadWords(languageOf(document.documentElement.dataset.language), wordPartsOf(location.pathname));
const presses = window.earlyPresses ?? [];
// From here on React handles clicks.
window.earlyPresses = undefined;
// Browsers leave what the keyboard reaches in a row that scrolls where a few of its pixels can be seen.
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && target.matches('.overflow-x-auto :focus-visible'))
    target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
});
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <MarkHydrated>
        <HydratedRouter />
      </MarkHydrated>
    </StrictMode>,
  );
});

// Does for client-side navigation what a browser does for a page load: shows progress, shows placeholders for slow pages, and
// moves the focus to the new page, so that keyboards and screen readers continue there.
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { useWords } from './parts/use-words.ts';
import { focusHeading } from './ui/move-focus.ts';

/** Fast pages need no bar. */
const quickMilliseconds = 120;

export function NavigationProgress() {
  const { say } = useWords();
  const coming = useNavigation().location?.pathname;
  const { pathname } = useLocation();
  const [shown, setShown] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page that is left is that of the beginning
  useEffect(() => {
    if (!coming) return setShown(false);
    const timer = setTimeout(() => {
      setShown(true);
      // Filters and pages of one list keep the changed area in view.
      if (coming !== pathname) void import('./cover-page.ts').then(({ coverPage }) => coverPage(coming));
    }, quickMilliseconds);
    return () => clearTimeout(timer);
  }, [coming]);
  if (!shown) return null;
  return (
    <div
      role="progressbar"
      aria-label={say('ui.page.loading')}
      className="progress fixed inset-x-0 top-0 z-50 h-1 origin-left bg-brand print:hidden"
    />
  );
}

/**
 * After navigation by a link or by going back: focus the main heading. Filters and pages of one list do not move the focus, unless what
 * had it is gone.
 */
export function useFocusOnPage(): void {
  const { pathname, search, hash } = useLocation();
  const seen = useRef({ pathname, search });
  useEffect(() => {
    const before = seen.current;
    if (before.pathname === pathname && before.search === search) return;
    seen.current = { pathname, search };
    if (hash) return;
    const { activeElement } = document;
    if (before.pathname === pathname && activeElement !== document.body) return;
    // A field that focused itself keeps the focus.
    if (activeElement?.matches('main :is(input, textarea, select)')) return;
    focusHeading();
  }, [pathname, search, hash]);
}

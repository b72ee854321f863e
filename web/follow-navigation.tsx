// What a browser does when it loads a page, done where pages change without loading: progress is shown, late pages by their shape, and
// the focus goes to the page that came, so that keyboards and screen readers go on there.
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { useWords } from './parts/use-words.ts';

/** Quick pages need no bar. */
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
      // Filters and pages of one list leave what they change in view.
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

/** After another page came, by a link or by going back: to its main heading. Filters and pages of one list leave the focus alone. */
export function useFocusOnPage(): void {
  const { pathname, hash } = useLocation();
  const seen = useRef(pathname);
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    if (hash) return;
    // A field that took the focus by itself keeps it.
    if (document.activeElement?.matches('main :is(input, textarea, select)')) return;
    const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
    if (!target) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [pathname, hash]);
}

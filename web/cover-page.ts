// The placeholder of a slow page, shown over the previous one: home, a list, a product, a page of the account, a table of the
// back office.
// The page below it is not changed, in case the reader goes back. It is loaded only if a page is slow, so that fast ones cost nothing.
import { consoleRoot, paths } from '../domain/paths.ts';
import { isUnder } from '../domain/write-address.ts';

/** In addition to the delay of the progress bar: a page that arrives by then needs no placeholder. */
const lateMilliseconds = 250;

const repeat = (count: number, names: string): string[] => Array.from({ length: count }, () => names);
/** Every address below it is that of a product. */
const [productRoot = ''] = paths.product({ country: '', city: '', id: '' }).split('///');
const title = 'col-span-full h-8 w-64 max-w-full';

/** Class names of each block, within a grid. */
function shapeOf(path: string): { grid: string; blocks: string[] } {
  if (isUnder(path, consoleRoot)) return { grid: '', blocks: [title, 'h-14 w-full', ...repeat(9, 'h-12 w-full')] };
  if (path === paths.home())
    return {
      grid: 'grid-cols-2 lg:grid-cols-4',
      blocks: [title, 'col-span-full h-14 w-full max-w-xl', ...repeat(12, 'h-40 w-full sm:h-56')],
    };
  if (path === paths.search())
    return { grid: 'sm:grid-cols-2 lg:grid-cols-3', blocks: [title, ...repeat(9, 'h-80 w-full')] };
  if (isUnder(path, productRoot))
    return {
      grid: 'lg:grid-cols-[minmax(0,1fr)_20rem]',
      blocks: [
        'col-span-full h-4 w-48',
        'col-span-full h-60 w-full sm:h-[26rem]',
        'h-8 w-full max-w-md',
        'row-span-3 h-56 w-full max-lg:hidden',
        'h-5 w-40',
        'h-20 w-full',
        'h-96 w-full',
      ],
    };
  return { grid: '', blocks: [title, ...repeat(5, 'h-24 w-full')] };
}

/** The area that the next page replaces: menus of the back office and of the account stay. */
function findPlace(path: string): { place: Element; beside: boolean } | null {
  const main = document.querySelector('main');
  const ofAccount = isUnder(path, paths.account()) ? document.querySelector('main [data-page]') : null;
  const place = ofAccount ?? main;
  return place && { place, beside: place === ofAccount || isUnder(path, consoleRoot) };
}

/** Until the progress bar disappears. */
export function coverPage(path: string): void {
  setTimeout(() => {
    const bar = document.querySelector('body > .progress');
    const found = findPlace(path);
    if (!bar || !found) return;
    const { place, beside } = found;
    const { left, right, top } = place.getBoundingClientRect();
    const { paddingLeft, paddingRight } = getComputedStyle(place);
    const { grid, blocks } = shapeOf(path);
    const cover = document.createElement('div');
    cover.setAttribute('aria-hidden', 'true');
    cover.dataset.coming = '';
    // As high as the bars that a page keeps visible, and above them, so that nothing of the previous page can be pressed.
    cover.className = `fixed right-0 z-30 grid content-start gap-4 overflow-hidden bg-canvas pt-6 print:hidden ${grid}`;
    cover.style.top = `${Math.max(0, top)}px`;
    cover.style.bottom = `${document.querySelector('nav.fixed')?.getBoundingClientRect().height ?? 0}px`;
    cover.style.left = beside ? `${left}px` : '0';
    cover.style.paddingLeft = beside ? paddingLeft : `calc(${left}px + ${paddingLeft})`;
    cover.style.paddingRight = `calc(${innerWidth - right}px + ${paddingRight})`;
    for (const names of blocks) {
      const block = document.createElement('span');
      block.className = `block animate-pulse rounded-lg bg-line ${names}`;
      cover.append(block);
    }
    document.querySelector('main')?.after(cover);
    const watch = new MutationObserver(() => {
      if (bar.isConnected) return;
      cover.remove();
      watch.disconnect();
    });
    watch.observe(document.body, { childList: true });
  }, lateMilliseconds);
}

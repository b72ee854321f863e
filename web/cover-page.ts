// The shape of a page that takes its time, over the one that is left: a list of the shop, something in detail, a table of the back office.
// What lies under it stays as it is, in case its reader turns back. Loaded when a page is late, so that quick ones pay nothing.
import { consoleRoot, paths } from '../domain/paths.ts';
import { isUnder } from '../domain/write-address.ts';

/** Beside the progress bar's own wait: a page that comes by then needs no shape. */
const lateMilliseconds = 250;

const repeat = (count: number, names: string): string[] => Array.from({ length: count }, () => names);
const title = ['h-8 w-64 max-w-full'];

/** Names of classes for each block, within a frame. */
function shapeOf(path: string): { frame: string; blocks: string[] } {
  const lines = 'grid content-start gap-4';
  if (isUnder(path, consoleRoot))
    return { frame: lines, blocks: [...title, 'h-14 w-full', ...repeat(9, 'h-12 w-full')] };
  if (path === paths.search())
    return {
      frame: 'grid content-start gap-4 sm:grid-cols-2 lg:grid-cols-3',
      blocks: ['col-span-full h-8 w-64 max-w-full', ...repeat(9, 'h-80 w-full')],
    };
  // Products, orders and the like end with their number.
  if (/\d$/.test(path))
    return { frame: lines, blocks: ['h-60 w-full sm:h-[26rem]', ...title, ...repeat(4, 'h-16 w-full')] };
  return { frame: lines, blocks: [...title, ...repeat(5, 'h-24 w-full')] };
}

/** Until the progress bar is gone. */
export function coverPage(path: string): void {
  setTimeout(() => {
    const bar = document.querySelector('body > .progress');
    const main = document.querySelector('main');
    if (!bar || !main?.parentElement) return;
    const { left, right, top } = main.getBoundingClientRect();
    const { paddingLeft, paddingRight } = getComputedStyle(main);
    const { frame, blocks } = shapeOf(path);
    const cover = document.createElement('div');
    cover.setAttribute('aria-hidden', 'true');
    cover.dataset.coming = '';
    cover.className = `fixed inset-x-0 bottom-0 z-10 overflow-hidden bg-canvas pt-6 print:hidden ${frame}`;
    cover.style.top = `${Math.max(0, top)}px`;
    // The menu of the back office stays in view.
    if (isUnder(path, consoleRoot)) cover.style.left = `${left}px`;
    cover.style.paddingLeft = isUnder(path, consoleRoot) ? paddingLeft : `calc(${left}px + ${paddingLeft})`;
    cover.style.paddingRight = `calc(${innerWidth - right}px + ${paddingRight})`;
    for (const names of blocks) {
      const block = document.createElement('span');
      block.className = `block animate-pulse rounded-lg bg-line ${names}`;
      cover.append(block);
    }
    main.parentElement.append(cover);
    const watch = new MutationObserver(() => {
      if (bar.isConnected) return;
      cover.remove();
      watch.disconnect();
    });
    watch.observe(document.body, { childList: true });
  }, lateMilliseconds);
}

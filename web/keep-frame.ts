// Tabs, languages and filters of a page of the back office are in its address. The frame around it does not depend on them.
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { isDesk } from './words.ts';

/** Whether only the query of the page changes: its frame is not loaded again, so that a tab which needs no data opens at once. */
export function keepsFrame({
  currentUrl,
  nextUrl,
}: Pick<ShouldRevalidateFunctionArgs, 'currentUrl' | 'nextUrl'>): boolean {
  return isDesk(nextUrl.pathname) && currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
}

// What buyers see changed: this process shows it with the next request. Others read the rules with each statement, too, and show lists that
// they found before for at most some seconds (rules §12.9).
import type { Owner } from '../platform/db.ts';
import { forgetFound } from './search-products.ts';
import { forgetSitemaps } from './serve-site-files.ts';
import { forgetShelves } from './suggest-while-typing.ts';

export function forgetSeen(owner: Owner): void {
  forgetFound(owner);
  forgetShelves(owner);
  forgetSitemaps();
}

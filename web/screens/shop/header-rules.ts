// What the header shows on which route (§2 navigation rules); one place, so that no screen decides for itself.
import { bookingRoot, passRoot, paths } from '../../../domain/paths.ts';
import { isMobilePath } from '../../../domain/safe-path.ts';
import { isUnder } from '../../../domain/write-address.ts';

export type HeaderParts = { logo: boolean; search: boolean; account: boolean; language: boolean; currency: boolean };

const everything: HeaderParts = { logo: true, search: true, account: true, language: true, currency: true };

/**
 * `path` without query. Completion routes: the language switch only; `completed`: no logo and no content; calPrice: the currency
 * switch only; booking steps order and pay: no currency; the mobile group: no search and no account.
 */
export function headerOf(path: string, search = ''): HeaderParts {
  const nothing: HeaderParts = { logo: false, search: false, account: false, language: false, currency: false };
  if (isUnder(path, paths.completed())) return nothing;
  // A customer with a link has one task here, and no account.
  if (isUnder(path, paths.quotation()) && new URLSearchParams(search).has('quotetoken'))
    return { ...nothing, logo: true, language: true };
  // Of staff: an installation may have no shop at all.
  if (isUnder(path, paths.login()) && new URLSearchParams(search).get('staff') === '1')
    return { ...nothing, language: true };
  if (isUnder(path, paths.completion())) return { ...nothing, language: true };
  if (path.toLowerCase().startsWith(paths.calculation('').toLowerCase())) return { ...nothing, currency: true };
  if (isMobilePath(path)) return { ...nothing, logo: true, language: true, currency: true };
  // The voucher at the gate has no price, and no link away from it.
  if (path.startsWith(passRoot)) return { ...everything, search: false, currency: false };
  // The first step has two addresses.
  const isForm = path === bookingRoot || isUnder(path, paths.booking());
  if (isForm || isUnder(path, paths.payment('pay'))) return { ...everything, search: false, currency: false };
  return { ...everything, search: path !== paths.home() };
}

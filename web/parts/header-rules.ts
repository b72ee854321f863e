// What the header shows on which route (§2 navigation rules); one place, so that no screen decides for itself.
import { isMobilePath } from '../../domain/safe-path.ts';

export type HeaderParts = { logo: boolean; search: boolean; account: boolean; language: boolean; currency: boolean };

const everything: HeaderParts = { logo: true, search: true, account: true, language: true, currency: true };

/** `path` without query. Completion routes: the language switch only; `completed`: no logo and no content; calPrice: the currency switch only; booking steps order and pay: no currency; the mobile group: no search and no account. */
export function headerOf(path: string): HeaderParts {
  const nothing: HeaderParts = { logo: false, search: false, account: false, language: false, currency: false };
  if (/^\/completed(\/|$)/.test(path)) return nothing;
  if (/^\/completion(\/|$)/.test(path)) return { ...nothing, language: true };
  if (/^\/calPrice\//i.test(path)) return { ...nothing, currency: true };
  if (isMobilePath(path)) return { ...nothing, logo: true, language: true, currency: true };
  if (/^\/booking\/(order|pay)(\/|$)/.test(path)) return { ...everything, search: false, currency: false };
  return { ...everything, search: path !== '/' };
}

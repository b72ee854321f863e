// The installation's hostname has no shop: its pages lead to the back office, but for those that a mailed link opens (decision 0315).
import { consoleRoot, paths } from '../../domain/paths.ts';
import { isUnder } from '../../domain/write-address.ts';
import type { FoundSite } from '../platform/context.ts';

const passwordPages = [
  paths.resetPassword(''),
  paths.forgotPassword(),
  paths.resetMail(),
  paths.loginDone({ of: 'reset' }),
];
// Screens ask under __manifest where others are.
const open = [consoleRoot, '/__manifest', ...passwordPages.map((address) => address.split('?')[0] ?? address)];

/** Where a page of the installation's hostname leads instead; undefined for pages that are there. */
export function leadToDesk(site: FoundSite | undefined, address: string): string | undefined {
  const [path = ''] = address.split('?');
  if (!site?.house || open.some((each) => isUnder(path.replace(/\.data$/, ''), each))) return undefined;
  return consoleRoot;
}

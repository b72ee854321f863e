// For components after a first page: loads the texts of all other pages of the shop, which the page was not sent (decision 0396). Until
// they are loaded, the nearest Suspense shows its fallback.
import type { ReactNode } from 'react';
import { RawIntlProvider } from 'react-intl';
import { paths } from '../../../domain/paths.ts';
import { useRoot } from '../../root-data.ts';
import { useIntlOf } from '../../words.ts';

export function AllWords({ children }: { children: ReactNode }) {
  const { language } = useRoot();
  const intl = useIntlOf(language, paths.account());
  return <RawIntlProvider value={intl}>{children}</RawIntlProvider>;
}

import { useLocation } from 'react-router';
import { useRoot } from '../../root-data.ts';
import { isDesk } from '../../words.ts';
import { useWords } from '../use-words.ts';

/** Title of a page that search engines do not read; other pages describe themselves (describe-page.ts). */
export function PageTitle({ text }: { text: string }) {
  const { site } = useRoot();
  const { say } = useWords();
  const { pathname } = useLocation();
  const place = isDesk(pathname) ? [say('console.title')] : [];
  return <title>{[text, ...place.filter((item) => item !== text), site?.title ?? 'Kembara'].join(' · ')}</title>;
}

// The last fallback page: plain text and a link, nothing that could fail itself.
import type { IntlShape } from 'react-intl';
import { paths } from '../domain/paths.ts';

const english = {
  'ui.problem.title': 'Something went wrong',
  'ui.problem.server': 'Something went wrong on our side. Please try again later.',
  'ui.missing.home': 'Go to home',
};

/** `words`: the texts that are loaded, if any. */
export function PlainProblem({ words }: { words: IntlShape | undefined }) {
  const say = (key: keyof typeof english) => words?.formatMessage({ id: key }) ?? english[key];
  return (
    <main style={{ maxWidth: '32rem', margin: '15vh auto', padding: '1.5rem' }}>
      <title>{say('ui.problem.title')}</title>
      <h1>{say('ui.problem.title')}</h1>
      <p>{say('ui.problem.server')}</p>
      <p>
        <a href={paths.home()}>{say('ui.missing.home')}</a>
      </p>
    </main>
  );
}

// The last page that can be shown: plain text and a link, nothing that could fail itself.
import { paths } from '../domain/paths.ts';

const english = {
  'problem.title': 'Something went wrong',
  'problem.server': 'Something went wrong on our side. Please try again later.',
  'missing.home': 'Go to home',
};

/** `words`: those at hand, if any are. */
export function PlainProblem({ words }: { words: Record<string, unknown> | undefined }) {
  const say = (key: keyof typeof english) => String(words?.[key] ?? english[key]);
  return (
    <main style={{ maxWidth: '32rem', margin: '15vh auto', padding: '1.5rem' }}>
      <title>{say('problem.title')}</title>
      <h1>{say('problem.title')}</h1>
      <p>{say('problem.server')}</p>
      <p>
        <a href={paths.home()}>{say('missing.home')}</a>
      </p>
    </main>
  );
}

// Questions and answers in a text of the owner, for search engines: headings that ask something, with what stands below them.
import { questionsOf } from '../../../domain/plain-text.ts';
import { StructuredData } from './structured-data.tsx';

export function AskedQuestions({ text }: { text: string }) {
  const asked = questionsOf(text);
  if (!asked.length) return null;
  const mainEntity = asked.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }));
  return <StructuredData things={[{ '@type': 'FAQPage', mainEntity }]} />;
}

// A text of the owner with its links. Search engines get headings that ask a question, with the text below as the answer.
import { listQuestions } from '../../../domain/plain-text.ts';
import { LongText } from './long-text.tsx';
import { StructuredData } from './structured-data.tsx';

export function OwnText({ text }: { text: string }) {
  const asked = listQuestions(text);
  const mainEntity = asked.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }));
  return (
    <>
      <LongText text={text} links />
      {asked.length > 0 && <StructuredData things={[{ '@type': 'FAQPage', mainEntity }]} />}
    </>
  );
}

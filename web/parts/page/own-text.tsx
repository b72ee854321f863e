// A text of the owner with its links. Search engines get headings that ask a question, with the text below as the answer.
import { listQuestions } from '../../../domain/plain-text.ts';
import { LongText } from './long-text.tsx';
import { StructuredData } from './structured-data.tsx';

export function OwnText({ text }: { text: string }) {
  const questions = listQuestions(text);
  const mainEntity = questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }));
  return (
    <>
      <LongText text={text} links />
      {questions.length > 0 && <StructuredData things={[{ '@type': 'FAQPage', mainEntity }]} />}
    </>
  );
}

// An agreement of the owner (§2 agreement), the same on every page that shows it.
import type { OutputOf } from '../../../contract/index.ts';
import { Card } from '../../ui/pieces.tsx';
import { useWords } from '../use-words.ts';
import { LongText } from './long-text.tsx';
import { PageHeading } from './page-heading.tsx';

export const agreementKinds = ['registration', 'booking', 'privacy'] as const;

export function AgreementText({ agreement }: { agreement: OutputOf<'agreement'> }) {
  const { say, day } = useWords();
  const date = day(agreement.publishedOn);
  return (
    <>
      <PageHeading className="text-2xl font-bold break-words sm:text-3xl" text={agreement.title} />
      <p className="mt-1 mb-5 text-sm text-quiet">
        {say('account.signup.agreementVersion', { version: agreement.version, date })}
      </p>
      <Card>
        <LongText text={agreement.text} />
      </Card>
    </>
  );
}

// The agreements of the house (§2 agreement): the newest of a kind, or one version by its token.
import { load } from '../../load.ts';
import { LongText } from '../../parts/long-text.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Card } from '../../ui/pieces.tsx';
import type { Route } from './+types/read-agreement';

const kinds = ['registration', 'booking', 'privacy'] as const;

export function loader({ params }: Route.LoaderArgs) {
  const kind = kinds.find((one) => one === params.token);
  return load('agreement', kind ? { kind } : { token: params.token });
}

export default function ReadAgreement({ loaderData: agreement }: Route.ComponentProps) {
  const { say, day } = useWords();
  const date = day(agreement.publishedAt.slice(0, 10));
  return (
    <article className="mx-auto max-w-3xl py-8">
      <PageTitle text={agreement.title} />
      <h1 className="text-2xl font-bold break-words sm:text-3xl">{agreement.title}</h1>
      <p className="mt-1 mb-5 text-sm text-quiet">
        {say('signup.agreementVersion', { version: agreement.version, date })}
      </p>
      <Card>
        <LongText text={agreement.text} />
      </Card>
    </article>
  );
}

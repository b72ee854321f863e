import { IconMap2, IconMoodSad } from '@tabler/icons-react';
import { FormattedMessage } from 'react-intl';
import { Button, LinkButton } from '../../ui/button.tsx';

/** A page that is not there, was refused, or failed (§8); always with a way on. */
export function PageProblem({ status, told }: { status: number; told?: string }) {
  const missing = status === 404 || status === 421;
  const Icon = missing ? IconMap2 : IconMoodSad;
  const text = told ? (
    told
  ) : (
    <FormattedMessage id={missing ? 'missing.text' : status === 503 ? 'problem.tooFrequent' : 'problem.server'} />
  );
  return (
    <main className="grid min-h-[70dvh] place-items-center p-6 text-center">
      <title>Kembara</title>
      <div className="grid max-w-md justify-items-center gap-4">
        <Icon aria-hidden="true" className="size-16 text-brand" />
        <h1 className="text-2xl font-bold">
          <FormattedMessage id={missing ? 'missing.title' : told ? 'problem.heading' : 'problem.title'} />
        </h1>
        <p className="text-quiet">{text}</p>
        <div className="flex flex-wrap justify-center gap-3">
          <LinkButton to="/">
            <FormattedMessage id="missing.home" />
          </LinkButton>
          <Button variant="outline" onClick={() => history.back()}>
            <FormattedMessage id="missing.back" />
          </Button>
        </div>
      </div>
    </main>
  );
}

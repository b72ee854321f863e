import { IconMap2, IconMoodSad } from '@tabler/icons-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { type ErrorResponse, isRouteErrorResponse } from 'react-router';
import { refusals } from '../../../domain/errors.ts';
import { paths } from '../../../domain/paths.ts';
import { CallFailed } from '../../call.ts';
import { useRootAtHand } from '../../root-data.ts';
import { Button, LinkButton } from '../../ui/button.tsx';

/** `over`: it was opened by a mailed link, before which there is no page. */
type Problem = { title: string; text: string; missing: boolean; over?: true };

/** The page was opened by a mailed link that is over. */
export const isLinkOver = (error: unknown): error is ErrorResponse =>
  isRouteErrorResponse(error) && (error.data as { code?: number } | null)?.code === refusals.linkExpired;

/** The error as locale keys, or as the message of the refusal; never a technical text. */
function readProblem(error: unknown): Problem & { message?: string | undefined } {
  const status = isRouteErrorResponse(error) || error instanceof CallFailed ? error.status : 500;
  const message = isRouteErrorResponse(error) ? (error.data as { msg?: string } | null)?.msg : undefined;
  if (isLinkOver(error)) return { title: 'ui.problem.linkOver', text: '', message, missing: false, over: true };
  if (status === 404 || status === 421) return { title: 'ui.missing.title', text: 'ui.missing.text', missing: true };
  if (message) return { title: 'ui.problem.heading', text: '', message, missing: false };
  const offline = typeof navigator !== 'undefined' && navigator.onLine === false;
  const text = offline ? 'ui.problem.network' : 'ui.problem.server';
  return { title: 'ui.problem.title', text, missing: false };
}

type ProblemProps = {
  error: unknown;
  /** The start of its layout. */
  home?: string;
  /** What else a page that is not there may mean. */
  missingText?: string | undefined;
  /** Instead of the one for every refusal. */
  heading?: string | undefined;
  /** What most readers want next. */
  next?: { to: string; label: string } | undefined;
};

/** A page that does not exist, was refused, or failed (§8); always with a link. */
export function PageProblem({ error, home = paths.home(), missingText, next, ...more }: ProblemProps) {
  const root = useRootAtHand();
  const { formatMessage } = useIntl();
  const { title, text, message, missing, over } = readProblem(error);
  const Icon = missing ? IconMap2 : IconMoodSad;
  const heading = more.heading ?? formatMessage({ id: title });
  return (
    <div className="grid min-h-[60dvh] place-items-center p-6 text-center">
      <title>{`${heading} · ${root?.site?.title ?? 'Kembara'}`}</title>
      <meta name="robots" content="noindex" />
      <div className="grid max-w-md justify-items-center gap-4">
        <Icon aria-hidden="true" className="size-16 text-brand" />
        <h1 className="text-2xl font-bold">{heading}</h1>
        <p className="text-quiet">{message ?? ((missing && missingText) || formatMessage({ id: text }))}</p>
        <div className="flex flex-wrap justify-center gap-3">
          {next && <LinkButton to={next.to}>{next.label}</LinkButton>}
          <LinkButton to={home} reloadDocument variant={next ? 'outline' : 'primary'}>
            <FormattedMessage id="ui.missing.home" />
          </LinkButton>
          {!missing && !message && (
            <Button variant="outline" onClick={() => location.reload()}>
              <FormattedMessage id="ui.problem.again" />
            </Button>
          )}
          {!over && (
            <Button variant="outline" onClick={() => history.back()}>
              <FormattedMessage id="ui.missing.back" />
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

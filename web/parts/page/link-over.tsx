// Instead of a page that opened by a link of a mail or a message: what is over, and what its reader does next. Links that are unknown look
// the same as those that ended (security rule 31).
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { refusals } from '../../../domain/errors.ts';
import { PageProblem } from './page-problem.tsx';

export function LinkOver({ heading, text }: { heading: string; text: string }) {
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.data?.code !== refusals.linkExpired) return <PageProblem error={error} />;
  return <PageProblem error={{ ...error, data: { msg: text } }} heading={heading} />;
}

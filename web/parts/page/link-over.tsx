// Instead of a page that opened by a link of a mail or a message: what is over, and what its reader does next. Links that are unknown look
// the same as those that ended (security rule 31).
import { useRouteError } from 'react-router';
import { isLinkOver, PageProblem } from './page-problem.tsx';

export function LinkOver({ heading, text }: { heading: string; text: string }) {
  const error = useRouteError();
  if (!isLinkOver(error)) return <PageProblem error={error} />;
  return <PageProblem error={{ ...error, data: { ...error.data, msg: text } }} heading={heading} />;
}

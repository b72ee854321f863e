// Instead of a page that opened by a link of a mail or a message: what is over, and what its reader does next. Links that are unknown look
// the same as those that ended (security rule 31).
import { useRouteError } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { useWords } from '../use-words.ts';
import { isLinkOver, PageProblem } from './page-problem.tsx';

/** `heading` and `text` are instead of those for any link. `findsOrder`: travellers find the booking again by its number. */
export function LinkOver({ heading, text, findsOrder }: { heading?: string; text?: string; findsOrder?: true }) {
  const error = useRouteError();
  const { say } = useWords();
  if (!isLinkOver(error)) return <PageProblem error={error} />;
  const shown = text === undefined ? error : { ...error, data: { ...error.data, msg: text } };
  const next = findsOrder && { to: paths.findOrder(), label: say('wechat.travel.find') };
  return <PageProblem error={shown} {...{ heading, next }} />;
}

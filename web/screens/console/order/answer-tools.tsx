// Beside the answer to a buyer's remark (§7): the owner's texts, in the buyer's language, and the mark of an unanswered remark.
import { Link } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { send } from '../../../call.ts';
import { useAction } from '../../../console-kit/use-action.ts';
import { ChoiceField } from '../../../parts/form/fields.tsx';
import { useRead } from '../../../parts/use-read.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/pieces.tsx';

type AnswerToolsProps = { orderNo: string; insert(text: string): void; isAnswer: boolean };

export function AnswerTools({ orderNo, insert, isAnswer }: AnswerToolsProps) {
  const { say } = useWords();
  // Without them staff type the answer.
  const answers = useRead('consoleAnswersFor', { id: orderNo }, 0).found?.list ?? [];
  const action = useAction();
  const unread = () =>
    action.run(() => send('consoleRemarkUnread', { id: orderNo }), {
      done: say('mending.answer.unreadDone'),
      reloads: false,
    });
  return (
    <div className="grid gap-3">
      {action.error && <Notice tone="bad" title={action.error.text} />}
      {action.done && <Notice tone="good" title={action.done.text} />}
      <div className="flex flex-wrap items-end gap-3">
        {answers.length > 0 && (
          <ChoiceField
            label={say('mending.answer.use')}
            value=""
            none={say('order.booking.chooseOne')}
            options={answers.map(({ id, title }) => [id, title] as const)}
            onValue={(id) => {
              const answer = answers.find((answer) => answer.id === id);
              if (answer) insert(answer.text);
            }}
          />
        )}
        {isAnswer && (
          <Button variant="outline" busy={action.busy !== undefined} onClick={() => void unread()}>
            {say('mending.answer.unread')}
          </Button>
        )}
        <Link to={consolePaths.answers()} className="inline-flex min-h-11 items-center text-brand underline">
          {say('mending.answer.title')}
        </Link>
      </div>
    </div>
  );
}

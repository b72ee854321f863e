// The missing details of an order, for operations (§4 booking completion): the link to copy or mail, and a reminder.
import type { OutputOf } from '../../../../contract/index.ts';
import { OrderStatus } from '../../../../domain/order-status.ts';
import { send } from '../../../call.ts';
import { ActionResult } from '../../../console-kit/action-dialog.tsx';
import { useAction } from '../../../console-kit/use-action.ts';
import { CompletionLink } from '../../../parts/completion/completion-link.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';

export function CompleteOrder({ order }: { order: OutputOf<'consoleOrder'> }) {
  const { say } = useWords();
  const action = useAction();
  const { orderNo: id, incomplete, status } = order;
  if (!incomplete) return null;
  const remind = () =>
    action.run(() => send('consoleCompletionRemind', { id }), { what: 'remind', done: say('completion.sent') });
  return (
    <CompletionLink
      incomplete={incomplete}
      email={order.contact.email}
      make={() => send('consoleCompletionLink', { id })}
      mail={(email, language) => send('consoleCompletionSend', { id, email, language })}
    >
      {status !== OrderStatus.unpaid && (
        <Button
          variant="outline"
          busy={action.busy === 'remind'}
          onClick={() => void remind()}
          className="justify-self-start"
        >
          {say('desk.remindNow')}
        </Button>
      )}
      <ActionResult act={action} />
    </CompletionLink>
  );
}

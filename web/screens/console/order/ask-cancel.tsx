// A supplier asks the owner to cancel a line that it confirmed (§3 applier 3): with a reason, which the owner reads.
import { useState } from 'react';
import { send } from '../../../call.ts';
import { ActDialog } from '../../../console-kit/act-dialog.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';

export function AskCancel({ orderNo: id, subOrderNo, name }: { orderNo: string; subOrderNo: string; name: string }) {
  const { say } = useWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
        {say('desk.askCancel')}
      </Button>
      <ActDialog
        open={open}
        onClose={() => setOpen(false)}
        title={say('desk.askCancelTitle', { name })}
        act={say('desk.askCancel')}
        danger
        reason={{ hint: say('desk.askCancelHint'), required: true }}
        work={(remark) => send('consoleSupplyCancel', { id, subOrderNo, remark })}
      >
        <p>{say('desk.askCancelText')}</p>
      </ActDialog>
    </>
  );
}

// A secret that is shown only once, with a button that copies it. Until it is copied, neither Escape nor the cross closes the dialog around
// it, and the page asks before it is left; the dialog has a button for those who have it already.
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { LabelledField, TextInput } from '../../ui/field.tsx';
import { useHoldDialog } from '../../ui/hold-dialog.ts';
import { Notice } from '../../ui/pieces.tsx';
import { LeaveGuard } from '../form/leave-guard.tsx';
import { copyText } from '../use-copy.ts';
import { useWords } from '../use-words.ts';

export function ShowOnce({ label, secret }: { label: string; secret: string }) {
  const { say } = useWords();
  const [result, setResult] = useState<'copied' | 'copyByHand'>();
  const [isSaved, setSaved] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  useHoldDialog(box, isSaved ? undefined : () => setIsAsking(true));
  const copy = async () => {
    const isCopied = await copyText(secret);
    setResult(isCopied ? 'copied' : 'copyByHand');
    if (isCopied) setSaved(true);
    else box.current?.select();
  };
  return (
    <div className="grid gap-2">
      <LabelledField label={label} hint={say('account.centre.shownOnce')}>
        {(ids) => (
          <div className="flex flex-wrap gap-2">
            <TextInput
              ids={ids}
              ref={box}
              readOnly
              value={secret}
              onFocus={(event) => event.target.select()}
              onCopy={() => setSaved(true)}
              className="!w-auto min-w-0 flex-1 font-mono tracking-wide"
            />
            <Button variant="outline" onClick={copy}>
              {result === 'copied' ? (
                <IconCheck aria-hidden="true" className="size-5" />
              ) : (
                <IconCopy aria-hidden="true" className="size-5" />
              )}
              {say('account.centre.copy')}
            </Button>
          </div>
        )}
      </LabelledField>
      <p role="status" className="min-h-6 text-sm font-medium text-good">
        {result && say(`account.centre.${result}`)}
      </p>
      <div role="alert">
        {isAsking && !isSaved && (
          <Notice tone="warn" title={say('account.centre.copyFirst', { done: say('account.centre.done') })} />
        )}
      </div>
      <LeaveGuard dirty={!isSaved} />
    </div>
  );
}

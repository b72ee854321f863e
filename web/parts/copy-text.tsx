// A value to enter elsewhere, with a button that copies it.
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Button } from '../ui/button.tsx';
import { useCopy } from './use-copy.ts';
import { useWords } from './use-words.ts';

export function CopyText({ label, text }: { label: string; text: string }) {
  const { say, colon } = useWords();
  const { result, copy } = useCopy();
  const Icon = result === 'copied' ? IconCheck : IconCopy;
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        aria-label={colon(say('account.centre.copy')) + label}
        onClick={() => copy(text)}
      >
        <Icon aria-hidden="true" className="size-4" />
        {say('account.centre.copy')}
      </Button>
      <span role="status" className={result === 'copyByHand' ? 'text-sm text-warn' : 'sr'}>
        {result && say(`account.centre.${result}`)}
      </span>
    </>
  );
}

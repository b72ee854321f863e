// A secret that is shown only once, with a button that copies it.
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { LabelledField, TextInput } from '../../ui/field.tsx';
import { useWords } from '../use-words.ts';

export function ShowOnce({ label, secret }: { label: string; secret: string }) {
  const { say } = useWords();
  const [result, setResult] = useState<'copied' | 'copyByHand'>();
  const box = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setResult('copied');
    } catch {
      box.current?.select();
      setResult('copyByHand');
    }
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
    </div>
  );
}

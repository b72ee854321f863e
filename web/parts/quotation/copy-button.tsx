// Copies a text that is made when it is asked for. Where the browser refuses, the text is shown to be copied by hand.
import { IconCopy } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { AreaField } from '../form/fields.tsx';
import { copyText } from '../use-copy.ts';
import { useWords } from '../use-words.ts';

type CopyProps = Pick<ComponentProps<typeof Button>, 'variant'> & {
  make(): string;
  /** The key of the button's text. */
  word: string;
  /** What the text is made of is not there yet. */
  busy?: boolean;
};

export function CopyButton({ make, word, variant, busy = false }: CopyProps) {
  const { say } = useWords();
  const [copied, setCopied] = useState(false);
  const [byHand, setByHand] = useState('');
  const copy = async () => {
    const text = make();
    const done = await copyText(text);
    setCopied(done);
    setByHand(done ? '' : text);
  };
  return (
    <>
      <Button {...(variant && { variant })} busy={busy} onClick={copy}>
        <IconCopy aria-hidden="true" className="size-5" />
        {say(copied ? 'quotation.copied' : word)}
      </Button>
      {byHand && (
        <div className="basis-full">
          <AreaField
            label={say('account.centre.copyByHand')}
            readOnly
            value={byHand}
            rows={Math.min(8, byHand.split('\n').length + 1)}
            autoFocus
            onFocus={(event) => event.target.select()}
          />
        </div>
      )}
    </>
  );
}

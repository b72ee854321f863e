// The codes of gift cards just issued (decision 0409): no other answer contains them, so they stay on the page, and it asks before it is
// left, until they are saved or copied.
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { saveText } from '../../../console-kit/export-list.tsx';
import { AreaField } from '../../../parts/form/fields.tsx';
import { LeaveGuard } from '../../../parts/form/leave-guard.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, Notice } from '../../../ui/pieces.tsx';
import type { IssuedCards } from './issue-cards.tsx';

/** Keep it under a key of its codes: more codes are not saved yet. */
export function ShowCodes({ made: { codes, waits }, onClose }: { made: IssuedCards; onClose(): void }) {
  const { say } = useWords();
  const [isSaved, setSaved] = useState(false);
  const text = codes.join('\n');
  const save = () => {
    saveText(`${text}\n`, 'gift-cards.csv');
    setSaved(true);
  };
  return (
    <Card className="mb-3 grid gap-4">
      <Notice tone="good" title={say('finance.giftCard.issued', { count: codes.length })}>
        <p>{say('finance.giftCard.codesHint')}</p>
      </Notice>
      {waits && <Notice tone="warn" title={say('finance.giftCard.waits')} />}
      <AreaField
        label={say('finance.giftCard.codes')}
        readOnly
        rows={Math.min(8, codes.length + 1)}
        value={text}
        onFocus={(event) => event.target.select()}
        onCopy={() => setSaved(true)}
        className="font-mono tracking-wide"
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant={isSaved ? 'outline' : 'primary'} onClick={save}>
          <IconDownload aria-hidden="true" className="size-5" />
          {say('finance.giftCard.save')}
        </Button>
        {isSaved && <Button onClick={onClose}>{say('ui.dialog.close')}</Button>}
      </div>
      <LeaveGuard dirty={!isSaved} />
    </Card>
  );
}

// Instead of an empty page: an agreement's text to begin with, in every language, which its owner changes and has checked.
import { useState } from 'react';
import { useAction } from '../../console-kit/use-action.ts';
import type { DraftForm } from '../../console-kit/use-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/pieces.tsx';
import { useWords } from '../use-words.ts';
import type { Written } from './text-fields.tsx';

type BeginProps = { form: Pick<DraftForm<Written>, 'change' | 'dirty'>; read(): Promise<Written> };

/** Shown until something is written. */
export function BeginWithDraft({ form: { change, dirty }, read }: BeginProps) {
  const { say } = useWords();
  const { run, busy, problem } = useAction();
  const [isTaken, setTaken] = useState(false);
  if (isTaken && dirty) return <Notice tone="info" title={say('site.agreement.draftTaken')} />;
  if (dirty) return null;
  const take = () =>
    run(read, {
      reloads: false,
      onDone(draft) {
        change(draft);
        setTaken(true);
      },
    });
  return (
    <Notice tone="info" title={say('site.agreement.draftTitle')}>
      <p>{say('site.agreement.draftText')}</p>
      {problem && <p className="text-bad">{problem.text}</p>}
      <Button variant="outline" size="sm" className="mt-2" busy={busy !== undefined} onClick={() => void take()}>
        {say('site.agreement.draftTake')}
      </Button>
    </Notice>
  );
}

// The choice of a file that is uploaded to be checked, and the button that sends it and shows the progress.
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { LabelledField } from '../../../ui/field.tsx';
import { useWords } from '../../use-words.ts';

export function FileField({ label, error, accept }: { label: ReactNode; error: string; accept: string }) {
  return (
    <LabelledField label={label} error={error} required>
      {(ids) => (
        <input
          id={ids.id}
          aria-describedby={ids.describedBy}
          aria-invalid={ids.invalid || undefined}
          type="file"
          name="file"
          accept={accept}
          className={
            'w-full max-w-xl min-w-0 rounded-lg border border-line bg-surface p-1.5 text-sm file:mr-3 ' +
            'file:min-h-9 file:cursor-pointer file:rounded-lg file:border-0 file:bg-tint file:px-3 ' +
            'file:font-semibold file:text-brand aria-invalid:border-bad'
          }
        />
      )}
    </LabelledField>
  );
}

/** `aside`: another part of the page is more important now. `percent`: progress of the upload. */
export function SendButton({ aside, percent }: { aside: boolean; percent: number | undefined }) {
  const { say } = useWords();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button type="submit" variant={aside ? 'outline' : 'primary'} busy={percent !== undefined}>
        {say('porting.check')}
      </Button>
      <span role="status" className="text-sm text-quiet tabular-nums">
        {percent === undefined ? '' : say('porting.sending', { percent })}
      </span>
    </div>
  );
}

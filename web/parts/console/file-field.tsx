// The choice of a file that is uploaded to be checked.
import type { ReactNode } from 'react';
import { LabelledField } from '../../ui/field.tsx';

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

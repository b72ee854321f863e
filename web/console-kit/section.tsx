import type { ReactNode } from 'react';
import { FieldsProblem } from '../parts/form/fields.tsx';
import { Card } from '../ui/pieces.tsx';

type SectionProps = { title: string; hint?: string; problem?: string; children: ReactNode };

/** A card with its heading. A problem of the whole card gets the focus if no field inside it is marked. */
export function FormSection({ title, hint, problem, children }: SectionProps) {
  return (
    <Card className="grid content-start gap-4">
      <header>
        <h2 className="text-lg font-bold">{title}</h2>
        {hint && <p className="max-w-prose text-sm text-quiet">{hint}</p>}
      </header>
      {problem && <FieldsProblem text={problem} />}
      {children}
    </Card>
  );
}

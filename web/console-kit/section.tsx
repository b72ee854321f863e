import type { ReactNode } from 'react';
import { Card } from '../ui/pieces.tsx';

type SectionProps = { title: string; hint?: string; problem?: string; children: ReactNode };

/** A card with its heading. A problem of the whole card takes the focus when nothing inside it is marked. */
export function Section({ title, hint, problem, children }: SectionProps) {
  return (
    <Card className="grid content-start gap-4">
      <header>
        <h2 className="text-lg font-bold">{title}</h2>
        {hint && <p className="max-w-prose text-sm text-quiet">{hint}</p>}
      </header>
      {problem && <Problem text={problem} />}
      {children}
    </Card>
  );
}

/** What is wrong with several fields together; it can take the focus. */
export function Problem({ text }: { text: string }) {
  return (
    <p role="alert" tabIndex={-1} data-invalid className="text-sm text-bad">
      {text}
    </p>
  );
}

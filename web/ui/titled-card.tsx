import type { HTMLAttributes, ReactNode } from 'react';
import { Card } from './pieces.tsx';

type TitledCardProps = Omit<HTMLAttributes<HTMLElement>, 'title'> & { title: ReactNode };

/** A card with its heading. `className`: a layout with its own distances; without one the heading has a margin. */
export function TitledCard({ title, children, ...rest }: TitledCardProps) {
  return (
    <Card {...rest}>
      <h2 className={`text-lg font-bold break-words ${rest.className ? '' : 'mb-3'}`}>{title}</h2>
      {children}
    </Card>
  );
}

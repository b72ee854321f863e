import type { HTMLAttributes, ReactNode } from 'react';

type FactGridProps = HTMLAttributes<HTMLDListElement> & {
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** Classes of the values. */
  look?: string;
};

/** Values, each below its name. */
export function FactGrid({ facts, className = '', look = 'break-words', ...rest }: FactGridProps) {
  return (
    <dl className={`grid ${className}`} {...rest}>
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-quiet">{name}</dt>
          <dd className={look}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

// The numbered steps of booking and signing up, with the current one marked.
type StepListProps = { label: string; step: number; names: string[]; className: string };

export function StepList({ label, step, names, className }: StepListProps) {
  return (
    <ol className={`flex items-center gap-2 text-sm ${className}`} aria-label={label}>
      {names.map((name, at) => (
        <li
          key={name}
          aria-current={at + 1 === step ? 'step' : undefined}
          className="flex grow items-center gap-2 text-quiet last:grow-0 aria-[current=step]:font-semibold aria-[current=step]:text-brand"
        >
          <span
            className={[
              'grid size-7 shrink-0 place-items-center rounded-full text-sm font-semibold',
              `${at < step ? 'bg-brand text-surface' : 'bg-line'}`,
            ].join(' ')}
          >
            {at + 1}
          </span>
          <span className={at + 1 === step ? '' : 'max-sm:sr-only'}>{name}</span>
          {at + 1 < names.length && <span aria-hidden="true" className="h-px grow bg-line" />}
        </li>
      ))}
    </ol>
  );
}

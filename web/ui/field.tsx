// Form fields: label above, hint below, error under the field with a text that says how to correct it.
import { type ComponentProps, type ReactNode, useId } from 'react';

export type FieldIds = { id: string; describedBy: string | undefined; invalid: boolean };

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  required?: boolean;
  children: (ids: FieldIds) => ReactNode;
};

export function LabelledField({ label, hint, error, required, children }: FieldProps) {
  const id = useId();
  const describedBy = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
        {required && (
          <span aria-hidden="true" className="text-bad">
            {' '}
            *
          </span>
        )}
      </label>
      {children({ id, describedBy, invalid: Boolean(error) })}
      {error ? (
        <p id={`${id}-error`} className="text-sm text-bad" role="alert">
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-hint`} className="text-sm text-quiet">
            {hint}
          </p>
        )
      )}
    </div>
  );
}

const box =
  'w-full min-w-0 min-h-11 rounded-lg border border-line bg-surface px-3 py-2 text-base ' +
  'placeholder:text-quiet aria-invalid:border-bad aria-invalid:ring-1 aria-invalid:ring-bad';

type Ids = { ids?: FieldIds };

function linked(ids: FieldIds | undefined) {
  return ids ? { id: ids.id, 'aria-describedby': ids.describedBy, 'aria-invalid': ids.invalid || undefined } : {};
}

export function TextInput({ ids, className = '', ...rest }: ComponentProps<'input'> & Ids) {
  return <input {...linked(ids)} className={`${box} ${className}`} {...rest} />;
}

export function TextArea({ ids, className = '', ...rest }: ComponentProps<'textarea'> & Ids) {
  return <textarea rows={3} {...linked(ids)} className={`${box} ${className}`} {...rest} />;
}

export function SelectInput({ ids, className = '', ...rest }: ComponentProps<'select'> & Ids) {
  return <select {...linked(ids)} className={`${box} ${className}`} {...rest} />;
}

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & {
  label: ReactNode;
  error?: string;
  onValue?(on: boolean): void;
};

export function Checkbox({ label, error, onValue, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          id={id}
          type="checkbox"
          className="size-5 shrink-0 accent-brand"
          aria-invalid={Boolean(error) || undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={onValue && (({ target }) => onValue(target.checked))}
          {...rest}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

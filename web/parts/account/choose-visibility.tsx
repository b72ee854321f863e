// Who sees the orders of a sub-account (§3): 1 all sub-accounts of the partner, 2 only the sub-account that booked.

import type { Form } from '../form/use-form.ts';
import { useWords } from '../use-words.ts';

/** The form stores it as `orderVisibility`, "1" or "2". */
export function ChooseVisibility({ form }: { form: Form }) {
  const { say } = useWords();
  const error = form.errors.orderVisibility;
  return (
    <fieldset className="grid gap-2" aria-describedby={error ? 'visibility-error' : undefined}>
      <legend className="mb-1.5 text-sm font-medium">{say('account.centre.visibility')}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {['1', '2'].map((item) => (
          <label
            key={item}
            className="flex cursor-pointer items-start gap-3 rounded-lg border border-line p-3 has-checked:border-brand has-checked:bg-tint"
          >
            <input
              type="radio"
              name="orderVisibility"
              value={item}
              checked={form.values.orderVisibility === item}
              onChange={() => form.set('orderVisibility', item)}
              aria-invalid={Boolean(error) || undefined}
              className="mt-0.5 size-5 shrink-0 accent-brand"
            />
            <span className="min-w-0">
              <span className="block font-medium">{say(`account.centre.visibility.${item}`)}</span>
              <span className="block text-sm text-quiet">{say(`account.centre.visibilityHint.${item}`)}</span>
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id="visibility-error" role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}

export function visibilityOf(form: Form): 1 | 2 {
  return form.values.orderVisibility === '2' ? 2 : 1;
}

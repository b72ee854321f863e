// An agent's references (§5, up to 40 characters): one for the order, or one for each of its lines.

import { InputField } from '../../../parts/form/fields.tsx';
import { nameSku, useWords } from '../../../parts/use-words.ts';
import { Checkbox } from '../../../ui/field.tsx';
import type { Booking } from './use-booking.ts';

export function ReferenceFields({ booking }: { booking: Booking }) {
  const words = useWords();
  const { say } = words;
  const { typed, errors, change, leave, form } = booking;
  const field = (path: string, label: string, value: string, set: (text: string) => void) => (
    <InputField
      key={path}
      label={label}
      error={errors[path]}
      name={path}
      value={value}
      onValue={set}
      onBlur={() => leave(path)}
    />
  );
  return (
    <div className="grid gap-3">
      {!typed.perLine &&
        field('agentReference', say('order.booking.agentReference'), typed.agentReference, (text) =>
          change('agentReference', (known) => ({ ...known, agentReference: text })),
        )}
      {typed.perLine &&
        form.lines.map((line, at) => {
          const path = `lines.${at}.agentReference`;
          const label = say('order.booking.lineReference', { line: nameSku(words, line) });
          return field(path, label, typed.lineReferences[at] ?? '', (text) =>
            change(path, (known) => ({
              ...known,
              lineReferences: form.lines.map((_, other) => (other === at ? text : (known.lineReferences[other] ?? ''))),
            })),
          );
        })}
      {form.lines.length > 1 && (
        <Checkbox
          label={say('order.booking.perLine')}
          checked={typed.perLine}
          onValue={(on) => change('agentReference', (known) => ({ ...known, perLine: on }))}
        />
      )}
    </div>
  );
}

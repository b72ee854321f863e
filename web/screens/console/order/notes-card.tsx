// Internal notes of staff about an order; buyers and suppliers never read them.
import type { OutputOf } from '../../../../contract/index.ts';
import { send } from '../../../call.ts';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { AreaField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';

type NotesProps = { orderNo: string; notes: OutputOf<'consoleNotes'>['list']; zone: string };

export function NotesCard({ orderNo, notes, zone }: NotesProps) {
  const { say, instant } = useWords();
  const form = useDraft({
    initial: { text: '' },
    judge: ({ text }) => ({ text: text.trim() ? undefined : say('ui.field.required') }),
    save: ({ text }) => send('consoleNoteAdd', { id: orderNo, text }),
    next: () => ({ text: '' }),
  });
  return (
    <TitledCard title={say('mending.note.title')}>
      <ul className="mb-4 grid gap-3 empty:hidden">
        {notes.map((note) => (
          <li key={note.id}>
            <p className="break-words whitespace-pre-wrap">{note.text}</p>
            <p className="text-sm text-quiet">
              {note.author} · {instant(note.at, zone)}
            </p>
          </li>
        ))}
      </ul>
      <form ref={form.ref} noValidate className="grid gap-3" onSubmit={form.submit}>
        <AreaField
          {...form.field('text')}
          label={say('mending.note.write')}
          hint={say('mending.note.hint')}
          maxLength={2000}
        />
        {form.problem && <Notice tone="bad" title={form.problem.text} />}
        <Button type="submit" variant="outline" busy={form.busy !== undefined} className="justify-self-end">
          {say('mending.note.add')}
        </Button>
      </form>
    </TitledCard>
  );
}

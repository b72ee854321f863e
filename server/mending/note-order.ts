// Notes of staff about an order, for each other: no buyer and no supplier reads them (§4 customer service).
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { everyOrder } from '../order/limit-visibility.ts';
import { findOrder } from '../order/read.sql.ts';
import { inTransactionOnce } from '../platform/answer-once.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { insertNote, listNotes } from './mending.sql.ts';

export async function showNotes(
  { owner }: Context,
  { id }: ParsedInputOf<'consoleNotes'>,
): Promise<OutputOf<'consoleNotes'>> {
  if (!(await findOrder(owner, id, everyOrder()))) throw new NotHere();
  const list = await listNotes(owner, id);
  return {
    list: list.map((row) => ({
      id: String(row.note_id),
      author: row.author_name,
      text: row.text,
      at: row.at.toISOString(),
    })),
  };
}

/** Refuses invalidInput without a text. */
export async function addNote(
  context: Context,
  input: ParsedInputOf<'consoleNoteAdd'>,
): Promise<OutputOf<'consoleNoteAdd'>> {
  const { id, text: typed } = input;
  const text = typed.replace(/\r\n?/g, '\n').trim();
  if (!text) throw new Refusal('invalidInput', { fields: { text: { problem: 'required' } } });
  if (!(await findOrder(context.owner, id, everyOrder()))) throw new NotHere();
  return inTransactionOnce(context, 'consoleNoteAdd', input, async (owner) => {
    await insertNote(owner, id, staffOf(context).name, text);
    await logAction(owner, context, { act: 'note-written', subject: `order ${id}`, after: { text } });
    return {};
  });
}

// Texts by which staff answer buyers (§7 remark): stored per language, filled for an order; and marking a remark unread again.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { languageOf, textIn } from '../../domain/languages.ts';
import { everyOrder } from '../order/limit-visibility.ts';
import { findOrder, listLines } from '../order/read.sql.ts';
import { inTransactionOnce } from '../platform/answer-once.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { judgeTexts, trimTexts } from '../site/trim-texts.ts';
import {
  changeTemplate,
  deleteTemplateRow,
  findTemplate,
  insertTemplate,
  listTemplates,
  markUnread,
} from './answers.sql.ts';

const pageSize = 50;

export async function unreadRemark(
  { owner }: Context,
  { id }: ParsedInputOf<'consoleRemarkUnread'>,
): Promise<OutputOf<'consoleRemarkUnread'>> {
  if (!(await findOrder(owner, id, everyOrder()))) throw new NotHere();
  if ((await markUnread(owner, id)) !== 1) throw new Refusal('actionNotAllowed');
  return {};
}

export async function showAnswers(
  { owner }: Context,
  { page }: ParsedInputOf<'consoleAnswers'>,
): Promise<OutputOf<'consoleAnswers'>> {
  const all = await listTemplates(owner);
  const list = all.slice((page - 1) * pageSize, page * pageSize);
  return {
    ...{ total: all.length, page, pages: Math.max(1, Math.ceil(all.length / pageSize)) },
    list: list.map(({ template_id, ...row }) => ({ id: String(template_id), ...row })),
  };
}

export async function showAnswersFor(
  { owner, language }: Context,
  { id }: ParsedInputOf<'consoleAnswersFor'>,
): Promise<OutputOf<'consoleAnswersFor'>> {
  const order = await findOrder(owner, id, everyOrder());
  const [line] = order ? await listLines(owner, [id]) : [];
  if (!order || !line) throw new NotHere();
  const spoken = languageOf(order.language);
  const values: Record<string, string> = {
    name: order.contact.name,
    orderNo: id,
    product: textIn(line.terms.names, spoken),
  };
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  const list = await listTemplates(owner);
  return {
    list: list.map((row) => ({
      id: String(row.template_id),
      title: textIn(row.titles, language),
      text: fill(textIn(row.texts, spoken)),
    })),
  };
}

/** Refuses invalidInput by field, changedMeanwhile. */
export async function saveTemplate(
  context: Context,
  { id, revision, ...input }: ParsedInputOf<'consoleAnswerSave'>,
): Promise<OutputOf<'consoleAnswerSave'>> {
  const written = { titles: trimTexts(input.titles), texts: trimTexts(input.texts) };
  const fields: FieldProblems = judgeTexts(written.titles, written.texts, false);
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  return inTransactionOnce(context, 'consoleAnswerSave', input, async (owner) => {
    const before = id === undefined ? undefined : await findTemplate(owner, id);
    if (id !== undefined && !before) throw new NotHere();
    const saved = before ? before.template_id : await insertTemplate(owner, written);
    if (before && (await changeTemplate(owner, String(saved), revision ?? 0, written)) !== 1)
      throw new Refusal('changedMeanwhile');
    await logAction(owner, context, {
      act: 'answer-saved',
      subject: `answer ${saved}`,
      ...(before ? { before: { titles: before.titles, texts: before.texts } } : {}),
      after: written,
    });
    return { id: String(saved), revision: (before?.revision ?? 0) + 1 };
  });
}

export async function deleteTemplate(
  context: Context,
  { id, revision }: ParsedInputOf<'consoleAnswerDelete'>,
): Promise<OutputOf<'consoleAnswerDelete'>> {
  await inTransaction(context.owner, async (owner) => {
    const before = await findTemplate(owner, id);
    if (!before) throw new NotHere();
    if ((await deleteTemplateRow(owner, id, revision)) !== 1) throw new Refusal('changedMeanwhile');
    const { titles, texts } = before;
    await logAction(owner, context, { act: 'answer-deleted', subject: `answer ${id}`, before: { titles, texts } });
  });
  return {};
}

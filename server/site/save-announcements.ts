// Announcements (§2 notice, §7 websetting/notification): their readers and period, read marks, and how staff write
// them: under a revision, with a display period on the owner's clock, logged.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { todayIn } from '../../domain/dates.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import { clockIn, instantFrom } from '../../domain/owner-clock.ts';
import { inTransactionOnce } from '../platform/answer-once.ts';
import type { Context } from '../platform/context.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import {
  type AnnouncementChange,
  type AnnouncementRow,
  type Audience,
  changeAnnouncement,
  countAnnouncements,
  countShown,
  findShown,
  insertAnnouncement,
  listAnnouncementRows,
  listShown,
  lockAnnouncement,
  markAnnouncementRead,
  type Reader,
} from './pages.sql.ts';
import { judgeTexts, trimTexts } from './trim-texts.ts';

const size = 20;
const pagesOf = (total: number, on = size) => Math.max(1, Math.ceil(total / on));

/** Visitors and guests read what is for everyone; members and accounts of approved partners also what is for them. */
function audiencesOf({ visitor }: Context): Audience[] {
  if (visitor?.kind === 'member') return ['everyone', 'members'];
  const partner = (visitor?.kind === 'main' || visitor?.kind === 'sub') && visitor.approval === 'approved';
  return partner ? ['everyone', 'partners'] : ['everyone'];
}

function readerOf(context: Context): Reader {
  const { visitor, now } = context;
  return { audiences: audiencesOf(context), accountId: visitor?.accountId ?? null, now };
}

export async function listAnnouncements(
  context: Context,
  { page, size, rolls }: ParsedInputOf<'notifications'>,
): Promise<OutputOf<'notifications'>> {
  const { owner, site, language } = context;
  const reader = readerOf(context);
  const rolling = rolls === 'true';
  const [list, { total, unread }] = await Promise.all([
    listShown(owner, reader, { size, page, rolls: rolling }),
    countShown(owner, reader, rolling),
  ]);
  return {
    total,
    page,
    pages: pagesOf(total, size),
    unread,
    list: list.map((row) => ({
      id: String(row.announcement_id),
      title: textIn(row.title, language),
      at: row.published_at.toISOString(),
      on: todayIn(site.zone, row.published_at.getTime()),
      unread: row.unread,
      rolls: row.rolls,
    })),
  };
}

export async function showAnnouncement(context: Context, { id }: { id: string }): Promise<OutputOf<'notification'>> {
  const row = await findShown(context.owner, readerOf(context), id);
  if (!row) throw new NotHere();
  return {
    id: String(row.announcement_id),
    title: textIn(row.title, context.language),
    text: textIn(row.texts, context.language),
    at: row.published_at.toISOString(),
    on: todayIn(context.site.zone, row.published_at.getTime()),
    unread: row.unread,
  };
}

export async function markAnnouncement(context: Context, { id }: { id: string }): Promise<Record<string, never>> {
  const { owner, visitor } = context;
  if (!(await findShown(owner, readerOf(context), id))) throw new NotHere();
  if (visitor && !visitor.actingStaff) await markAnnouncementRead(owner, id, visitor.accountId);
  return {};
}

function stateOf({ published_at, ends_at }: AnnouncementRow, now: Date) {
  if (ends_at && ends_at <= now) return 'over';
  return published_at > now ? 'planned' : 'shown';
}

export async function listAllAnnouncements(
  { owner, site, now }: Context,
  { page }: ParsedInputOf<'consoleAnnouncements'>,
): Promise<OutputOf<'consoleAnnouncements'>> {
  const [list, total] = await Promise.all([listAnnouncementRows(owner, { size, page }), countAnnouncements(owner)]);
  return {
    total,
    pages: pagesOf(total),
    zone: site.zone,
    list: list.map((row) => ({
      id: String(row.announcement_id),
      titles: row.title,
      texts: row.texts,
      audience: row.audience,
      publishedAt: clockIn(site.zone, row.published_at) ?? '',
      endsAt: clockIn(site.zone, row.ends_at),
      rolls: row.rolls,
      state: stateOf(row, now),
      revision: row.revision,
    })),
  };
}

/** The announcement as it will be saved, or its problems. */
function judge({ site, now }: Context, input: ParsedInputOf<'consoleAnnouncementSave'>, before?: AnnouncementRow) {
  const titles = trimTexts(input.titles);
  const texts = trimTexts(input.texts);
  const fields: FieldProblems = judgeTexts(titles, texts, true);
  // A minute that was not touched keeps its seconds.
  const untouched = before && input.publishedAt === clockIn(site.zone, before.published_at);
  const typed = untouched ? before.published_at : instantFrom(input.publishedAt, site.zone);
  const publishedAt = typed ?? before?.published_at ?? now;
  const endsAt = instantFrom(input.endsAt, site.zone);
  if (typed === undefined) fields.publishedAt = { problem: 'format' };
  if (endsAt === undefined || (endsAt && endsAt <= publishedAt)) fields.endsAt = { problem: 'endTime' };
  const change: AnnouncementChange = {
    title: titles,
    texts,
    audience: input.audience,
    published_at: publishedAt,
    ends_at: endsAt ?? null,
    rolls: input.rolls,
  };
  return { fields, change };
}

/** Refuses invalidInput by field, changedMeanwhile. */
export async function saveAnnouncement(
  context: Context,
  input: ParsedInputOf<'consoleAnnouncementSave'>,
): Promise<OutputOf<'consoleAnnouncementSave'>> {
  return inTransactionOnce(context, 'consoleAnnouncementSave', input, async (owner) => {
    const before = input.id ? await lockAnnouncement(owner, input.id) : undefined;
    const { fields, change } = judge(context, input, before);
    if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
    const { revision = 0 } = input;
    if (input.id && (await changeAnnouncement(owner, { id: input.id, revision, row: change })) !== 1)
      throw new Refusal('changedMeanwhile');
    const id = input.id ?? (await insertAnnouncement(owner, change));
    await logAction(owner, context, {
      act: 'announcement-saved',
      subject: `announcement ${id}`,
      before,
      after: change,
    });
    return { id, revision: input.id ? revision + 1 : 1 };
  });
}

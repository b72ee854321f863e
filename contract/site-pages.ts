// Announcements and the owner's pages (§2 notice and customPage, §7 websetting/notification and custompage/detail), and how
// staff write them. Texts are plain lines with links (domain/plain-text.ts).
import { done, recordId, searched, textsOf, z } from './call.ts';

/** Query strings carry them as text. */
const page = z.coerce.number().int().min(1).max(1000).default(1);
const texts = z.record(z.string(), z.string());

/** A minute on the owner's clock, "yyyy-MM-ddTHH:mm". */
const minute = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/);

/** Members: private customers with an account; partners: accounts of approved partners. */
const audience = z.enum(['everyone', 'members', 'partners']);

/** `unread` is false for visitors without an account: their browser saves what was read. */
const announcement = z.object({
  id: z.string(),
  title: z.string(),
  at: z.string(),
  /** The day of `at` on the owner's clock. */
  on: z.string(),
  unread: z.boolean(),
});

const announcementRow = z.object({
  id: z.string(),
  titles: texts,
  texts,
  audience,
  publishedAt: z.string(),
  endsAt: z.string().nullable(),
  rolls: z.boolean(),
  state: z.enum(['shown', 'planned', 'over']),
  revision: z.int(),
});

/** The list above which a page is shown: of a country or a city, of a category, or of both; all null: it has an address of its own. */
const above = z
  .strictObject({
    country: z.string().max(60).nullable(),
    city: z.string().max(40).nullable(),
    type: z.int().min(1).max(99).nullable(),
  })
  .refine(({ country, city }) => country === null || city === null);

const named = z.array(z.object({ key: z.string(), name: z.string() }));

const pageRow = z.object({
  id: z.string(),
  titles: texts,
  texts,
  active: z.boolean(),
  inFooter: z.boolean(),
  above,
  revision: z.int(),
  updatedAt: z.string(),
});

const saved = z.object({ id: z.string(), revision: z.int() });

export const sitePagesCalls = {
  /** Announcements for the caller, newest first; `rolls` for the line of the home page only. */
  notifications: {
    input: z.strictObject({ page, size: searched.size, rolls: z.enum(['true']).optional() }),
    output: z.object({
      list: z.array(announcement.extend({ rolls: z.boolean() })),
      total: z.int(),
      page: z.int(),
      pages: z.int(),
      unread: z.int(),
    }),
  },
  notification: {
    input: z.strictObject({ id: recordId }),
    output: announcement.extend({ text: z.string() }),
  },
  /** Marks as read for the signed-in account; staff signed in as it leave no mark. */
  notificationRead: { input: z.strictObject({ id: recordId }), output: done },
  customPage: {
    input: z.strictObject({ id: recordId }),
    output: z.object({ id: z.string(), title: z.string(), text: z.string(), updatedAt: z.string() }),
  },
  /** What the owner wrote above the list of a place or category; `country` is that of the place. */
  listPage: {
    input: z.strictObject({
      country: z.string().max(60).optional(),
      city: z.string().max(40).optional(),
      type: z.coerce.number().int().optional(),
    }),
    output: z.object({
      title: z.string(),
      text: z.string(),
      country: z.object({ key: z.string(), label: z.string() }).nullable(),
    }),
  },
  consoleAnnouncements: {
    input: z.strictObject({ page }),
    output: z.object({ list: z.array(announcementRow), total: z.int(), pages: z.int(), zone: z.string() }),
  },
  /** Without `id` a new one. Refuses invalidInput by field, changedMeanwhile. */
  consoleAnnouncementSave: {
    input: z.strictObject({
      id: recordId.optional(),
      revision: z.int().optional(),
      titles: textsOf(120),
      texts: textsOf(20_000),
      audience,
      /** null: at once, or unchanged. */
      publishedAt: minute.nullable(),
      endsAt: minute.nullable(),
      rolls: z.boolean(),
    }),
    output: saved,
  },
  consolePages: {
    input: z.strictObject({ page }),
    output: z.object({ list: z.array(pageRow), total: z.int(), pages: z.int(), countries: named, cities: named }),
  },
  /** Without `id` a new page. Refuses invalidInput by field, changedMeanwhile. */
  consolePageSave: {
    input: z.strictObject({
      id: recordId.optional(),
      revision: z.int().optional(),
      titles: textsOf(120),
      texts: textsOf(20_000),
      active: z.boolean(),
      inFooter: z.boolean(),
      above: above.default({ country: null, city: null, type: null }),
    }),
    output: saved,
  },
};

// Accounts of staff, and the log of their actions (rules §10).
import { dayOrNone, done, nothing, recordId, typedPlain, z } from './call.ts';
import { onboardingMark, stepState } from './member.ts';

const typed = z.string().max(300);
const page = z.coerce.number().int().min(1).max(1000).default(1);
const size = z.coerce.number().int().min(1).max(50).default(20);
const listed = { total: z.int(), page: z.int(), pages: z.int() };
const role = z.enum(['admin', 'operations', 'finance', 'content', 'supplier']);

export const staff = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  roles: z.array(role),
  active: z.boolean(),
  secondFactor: z.boolean(),
  /** False until the person of a supplier chose one by the link of a mail. */
  passwordSet: z.boolean(),
  /** Until when the password that the installation made can be used; null once the person chose one. */
  firstPasswordUntil: z.string().nullable(),
  lastLoginAt: z.string().nullable(),
  revision: z.int(),
});

export const logEntry = z.object({
  id: z.string(),
  at: z.string(),
  staffName: z.string(),
  actingFor: z.string(),
  /** Key of the action; its text is `act.<key>`. */
  act: z.string(),
  /** What it was done to: a kind, and mostly its id. */
  subject: z.string(),
  /** Its name today; '' where it has none, or is gone. */
  subjectName: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});

const failedJob = z.object({
  id: z.string(),
  kind: z.enum(['orderMails', 'mail', 'delivery', 'refund', 'city']),
  tries: z.int(),
  failedAt: z.string(),
  about: z
    .object({ of: z.enum(['order', 'refund', 'quotation', 'mail', 'partner', 'city']), id: z.string() })
    .nullable(),
  /** Of a mail that was not written; '' for other work. */
  email: z.string(),
});

export const staffCalls = {
  /** First steps of the reader's roles, as onboardingConfig gives them to buyers. */
  consoleOnboarding: { input: nothing, output: z.object({ seen: z.array(z.string()), steps: z.array(stepState) }) },
  consoleOnboardingUpdate: { input: onboardingMark, output: done },
  consoleStaff: {
    input: nothing,
    output: z.object({
      list: z.array(staff),
      /** The company of each login of a supplier, by the account's id. */
      companies: z.record(z.string(), z.string()),
    }),
  },
  /** Without `id` a new account, whose first password is shown once; null for one of a supplier, who chooses it by a mailed link. */
  consoleStaffSave: {
    input: z.strictObject({
      id: recordId.optional(),
      revision: z.int().optional(),
      email: typedPlain,
      name: typed,
      roles: z.array(role).max(5),
      active: z.boolean().default(true),
    }),
    output: z.object({ id: z.string(), password: z.string().nullable() }),
  },
  /**
   * Sessions end and the second factor is removed. The new password is shown once; null where the person gets a mail to choose one, as
   * those of suppliers do.
   */
  consoleStaffReset: { input: z.strictObject({ id: recordId }), output: z.object({ password: z.string().nullable() }) },
  consoleLog: {
    input: z.strictObject({
      query: z.string().max(80).default(''),
      act: z.string().max(40).optional(),
      /** Days in the site's zone; both are of the span. */
      from: dayOrNone,
      to: dayOrNone,
      page,
      size,
    }),
    output: z.object({ ...listed, acts: z.array(z.string()), list: z.array(logEntry) }),
  },
  /** Work in the background that failed for good, the latest first; it is listed for a week. */
  consoleFailedJobs: {
    input: z.strictObject({ page, size }),
    output: z.object({ ...listed, list: z.array(failedJob) }),
  },
  /** Nothing happens where it is tried already, or was done meanwhile. */
  consoleFailedJobAgain: { input: z.strictObject({ id: z.uuid() }), output: done },
};

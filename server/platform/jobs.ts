// Work after a commit: queued inside the transaction that causes it, run at least once, safe to run twice
// (security rules 67 and 68).

import { fromKysely, type Db as JobDatabase, type JobResult, PgBoss } from 'pg-boss';
import type { Currency } from '../../domain/currencies.ts';
import type { MadeForSystem } from '../../domain/systems.ts';
import type { TopUpOfMail } from '../../domain/transfer-rules.ts';
import { type JobPace, usualPace } from './config.ts';
import { isOutage } from './database/detect-outage.ts';
import { type GuardedPool, guardPool } from './database/guard-pool.ts';
import { makeJobDatabase } from './database/listen-for-jobs.ts';
import { findAddress } from './database/open-connection.ts';
import { catchStatement, type JobPart } from './database/queue-job.sql.ts';
import { waitForDatabase } from './database/wait-for-database.ts';
import { inLane, type Owner } from './db.ts';
import { waitForQuiet } from './edge/wait-for-quiet.ts';
import type { Logger } from './log.ts';
import { carryTrace } from './observe/trace-work.ts';
import { expireInSeconds, FinalProblem, retrying, retryLimitOf, usualTries } from './retry-jobs.ts';

/** What mails about accounts are about; `invite` and those after it come of what staff do for a partner. */
export type AccountMail =
  | ('activate' | 'reset' | 'applied' | 'approved' | 'disapproved' | 'sub-account' | 'sub-proved')
  | ('invite' | 'new-email' | 'email-changed' | 'change-approved' | 'change-refused')
  | ('top-up-settled' | 'top-up-refused' | 'hook-paused' | 'key-made' | 'hook-made' | 'erased' | 'erasure-refused');
/** When a line took place before it was moved, and how many units it had. */
export type MovedLine = {
  subOrderNo: string;
  playOn: string;
  session: string;
  untilOn: string | null;
  quantity: number;
};

/** A line that its supplier asked to cancel, and the request, which the owner refused. */
type StandingLine = { subOrderNo: string; requestId: number };

/**
 * Why suppliers are mailed: lines that moved; confirmed ones that are cancelled, wholly or in part; all, confirmed at once; one that stands
 * although its supplier asked to cancel it.
 */
type ForSuppliers = { was?: MovedLine[]; ended?: string[]; booked?: true; stands?: StandingLine };
/** Money that goes back for one cause: all that was paid, or part of the order, in its selling currency. */
export type RefundAsk = Record<'orderNo' | 'cause' | 'reason', string> & {
  /** The channel's fee goes back in any case, not only where its owner says so (decision 0830). */
  withFee: boolean;
  paymentNo?: string;
  orderMinor?: number;
  subOrderNo?: string;
  /** The same for all that one act gives back; one mail is about what of it goes back to one payment. */
  act?: string;
};
/** What ended in one act, and what goes back for it. */
export type Ended = { lines: { subOrderNo: string; quantity: number }[]; back: RefundAsk[] };
type OrderChange = ForSuppliers & { orderNo: string; occasion: string; over?: Ended };

/** Queues and the data of their jobs, beside the owner for whom they were queued. */
export type JobData = {
  'order.changed': OrderChange;
  /** The content of an account mail; links are made when it is written. `language` '' means the account's. */
  'account.mail': {
    kind: AccountMail;
    email: string;
    /** An address that is not confirmed for the account yet. */
    accountId?: number;
    language: string;
    reason?: string;
    topUp?: TopUpOfMail;
    made?: MadeForSystem;
  };
  /** The code is generated when the mail is written: a job carries no secret. `request` prevents a second mail. */
  'code.mail': { email: string; flow: string; language: string; request: string };
  /** A completion link to a traveller; the link is made when the mail is written, `request` prevents a second mail. */
  'completion.mail': {
    orderNos: string[];
    accountId: number;
    email: string;
    language: string;
    request: string;
    /** In the words of a reminder. */
    reminder?: boolean;
  };
  /** A deposit or credit line fell below its warning level; `journal` is the movement that did it. */
  'balance.mail': {
    partnerId: number;
    kind: 'deposit' | 'credit';
    currency: Currency;
    leftMinor: number;
    journal: number;
  };
  /** A quotation's change or its customer's question, for the agent. */
  'quotation.changed': { quotationId: number; eventId: number };
  /** A quotation's link to its customer; the link is made when the mail is written, `request` prevents a second mail. */
  'quotation.mail': { quotationId: number; email: string; request: string };
  /** About an order that waits for a supplier's answer, or else `ForSuppliers`; the link is made when it is written, `request` as above. */
  'supply.mail': ForSuppliers & { orderNo: string; supplierId: number; email: string; request: string };
  /** Asks for a review of an order's product; the link is made when the mail is written, `request` distinguishes a repeated one. */
  'review.mail': { orderNo: string; productId: number; request: string };
  /** A notice of a lower price or of new places, or the mail that confirms its address; the link is made when the mail is written. */
  'notice.mail': { noticeId: number; about: 'confirm' | 'told'; request: string };
  'mail.deliver': { mailId: number };
  /** Mails that were written together. */
  'mails.deliver': { mailIds: number[] };
  'refund.ask': RefundAsk;
  'refund.run': { refundNo: string };
  /** Products of the city are to be found by its new names. */
  'city.renamed': { city: string };
};
export type JobName = keyof JobData;
/** A job as it is taken from the queue. */
export type StoredJob<Name extends JobName> = JobData[Name] & {
  ownerId: number;
  /** The same each time that the job runs. */
  jobId: string;
  isTest?: boolean;
  /** The request or job that queued it, while traces are sent. */
  traceparent?: string;
};
/** The request for a mail with a link or a code. */
export type SecretMail = {
  [Name in SecretJob]: { name: Name; data: JobData[Name] };
}[SecretJob];
type SecretJob =
  | 'code.mail'
  | 'account.mail'
  | 'completion.mail'
  | 'quotation.mail'
  | 'supply.mail'
  | 'review.mail'
  | 'notice.mail';
export const jobNames: JobName[] = [
  'order.changed',
  'code.mail',
  'account.mail',
  'balance.mail',
  'completion.mail',
  'quotation.changed',
  'quotation.mail',
  'supply.mail',
  'review.mail',
  'notice.mail',
  'mail.deliver',
  'mails.deliver',
  'refund.ask',
  'refund.run',
  'city.renamed',
];

export type Jobs = {
  /** Queues a job of the owner in its transaction: no commit, no job. */
  send<Name extends JobName>(owner: Owner, name: Name, data: JobData[Name]): Promise<void>;
  /** `work` answers the errors of those jobs that failed, at their places in the list. */
  work<Name extends JobName>(name: Name, work: (list: StoredJob<Name>[]) => Promise<unknown[]>): Promise<void>;
  stop(): Promise<void>;
};

/** For requests, which may also queue a job within a statement of their own. */
export type RequestJobs = Jobs & {
  /**
   * What `send` writes as a part of a larger statement of the owner; for queues that send no notification. Undefined in test mode, where
   * nothing is queued.
   */
  part<Name extends JobName>(owner: Owner, name: Name, data: JobData[Name]): Promise<JobPart | undefined>;
};

/** Makes the queue's tables or brings them forward: done by the role that owns them, before any process starts. */
export async function installJobs(ownerUrl: string): Promise<void> {
  const address = findAddress(ownerUrl);
  const guard = guardPool(address, { max: 2 });
  const boss = new PgBoss({ db: makeJobDatabase(address, guard), supervise: false, schedule: false });
  const problems: unknown[] = [];
  boss.on('error', (error) => problems.push(error));
  await boss.start();
  // Indexes of a newer release of the queue are built in the background; only this role may build them.
  for (let tries = 0; tries < 600 && !problems.length; tries += 1) {
    const waiting = (await boss.getBamStatus()).filter(
      ({ status }) => status === 'pending' || status === 'in_progress',
    );
    if (!waiting.length) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await boss.stop({ graceful: false });
  await guard.pool.end();
  if (problems.length) throw problems[0];
}

/** What follows a commit in test mode: refunds. Mails and the work of staff do not (decision 0385). */
const inTests = new Set<JobName>(['refund.ask', 'refund.run']);

/** `guard` holds the queue's connections. */
export type RunningJobs = RequestJobs & { guard: GuardedPool };

/**
 * Queues that buyers' transactions fill: a notice would take a lock of the whole database at their commit, so that orders wait for each
 * other. Their jobs are found by the look of every second.
 */
const polled = new Set<JobName>(['order.changed']);

/** How much longer jobs may wait for quiet: so long after the eldest was queued. The clock of the database is not this process's. */
function yieldOf(jobs: { createdOn: Date }[], { yieldSeconds }: JobPace): number {
  const eldest = Math.min(...jobs.map((job) => job.createdOn.getTime()));
  return Math.min(yieldSeconds * 1000, eldest + yieldSeconds * 1000 - Date.now());
}

/**
 * So many are taken at once: a full batch is followed by the next one without a pause, and each costs two statements of the queue. What a
 * person waits for comes in small ones, and so do mails: a batch whose server is slow (`mailSeconds`) must end before it expires.
 */
const batchOf = (name: JobName) => (polled.has(name) ? 25 : 5);

/**
 * Jobs of a process that has been silent for `pace.silentSeconds` are given to another one at its next poll. The
 * tables exist already: this role only reads and writes their rows.
 */
export async function startJobs(url: string, log: Logger, pace: JobPace = usualPace): Promise<RunningJobs> {
  const address = findAddress(url);
  const guard = guardPool(address, { max: 4 });
  const boss = await waitForDatabase(
    () => openQueues(makeJobDatabase(address, guard), log, pace),
    (line) => log.warn(line),
  );
  return {
    guard,
    async send(owner, name, data) {
      if (owner.isTest && !inTests.has(name)) return;
      const stored = { ...data, ownerId: owner.id, ...(owner.isTest && { isTest: true }), ...carryTrace() };
      await boss.send(name, stored, { db: fromKysely(owner.statements as never) });
    },
    part: async (owner, name, data) =>
      owner.isTest
        ? undefined
        : catchStatement((db) => boss.send(name, { ...data, ownerId: owner.id, ...carryTrace() }, { db })),
    async work(name, work) {
      await boss.work(
        name,
        // Several at once and without a pause while there are more: a single one would wait out the pause after each.
        {
          pollingIntervalSeconds: 1,
          notifyPollingIntervalSeconds: 5,
          batchSize: batchOf(name),
          includeMetadata: true,
          burstWhenBatchFull: true,
          perJobResults: true,
          heartbeatRefreshSeconds: Math.floor(pace.silentSeconds / 4),
        },
        async (jobs) => {
          if (polled.has(name)) await waitForQuiet(yieldOf(jobs, pace));
          const errors = await inLane('jobs', true, () =>
            work(jobs.map((job) => ({ ...(job.data as object), jobId: job.id }) as never)),
          );
          return jobs.map(({ id, retryCount }, at): JobResult => {
            const error = errors[at];
            if (error === undefined) return { id, status: 'completed' };
            log.error({ err: error, job: name }, 'job failed; it will be tried again');
            const isOver = error instanceof FinalProblem && retryCount >= usualTries;
            // `deadletter` fails without another try; no queue has one for dead letters.
            return { id, status: isOver ? 'deadletter' : 'failed', output: { message: String(error) } };
          });
        },
      );
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 10_000 });
      await guard.pool.end();
    },
  };
}

async function openQueues(db: JobDatabase, log: Logger, pace: JobPace): Promise<PgBoss> {
  const life = { heartbeatSeconds: pace.silentSeconds, expireInSeconds };
  const boss = new PgBoss({
    db,
    useListenNotify: true,
    migrate: false,
    createSchema: false,
    reindex: false,
    superviseIntervalSeconds: pace.lookSeconds,
    monitorIntervalSeconds: pace.lookSeconds,
  });
  boss.on('error', (error) => {
    // The watcher already logs that the database is away.
    if (!isOutage(error)) log.error({ err: error }, 'job queue');
  });
  try {
    await boss.start();
    for (const name of jobNames) {
      const wakes = { notify: !polled.has(name) };
      const retryLimit = retryLimitOf(name);
      await boss.createQueue(name, { ...retrying, retryLimit, ...life, ...wakes });
      // Queues of databases from earlier releases.
      await boss.updateQueue(name, { retryLimit, ...life, ...wakes });
    }
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    throw error;
  }
  return boss;
}

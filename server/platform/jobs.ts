// Work that follows a commit: queued inside the transaction that causes it, done at least once, safe to run twice
// (security rules 67 and 68).
import { fromKysely, type JobResult, PgBoss } from 'pg-boss';
import type { Sql } from './db.ts';
import type { Logger } from './log.ts';

/** Queues and what their jobs carry. */
export type JobData = {
  'order.changed': { ownerId: number; orderNo: string; occasion: string };
  /** What a mail about an account says; links are made when it is written. `language` '' means the account's own. */
  'account.mail': {
    ownerId: number;
    kind: 'activate' | 'reset' | 'applied' | 'approved' | 'disapproved' | 'sub-account';
    email: string;
    language: string;
    reason?: string;
  };
  'code.mail': { ownerId: number; email: string; code: string; language: string };
  /** A completion link to a traveller; the link is made when the mail is written, `request` makes it one mail. */
  'completion.mail': {
    ownerId: number;
    orderNos: string[];
    accountId: number;
    email: string;
    language: string;
    address: string;
    request: string;
  };
  /** A deposit or credit line fell below its warning level; `journal` is the movement that did it. */
  'balance.mail': {
    ownerId: number;
    partnerId: number;
    kind: 'deposit' | 'credit';
    currency: string;
    leftMinor: number;
    journal: number;
  };
  'mail.deliver': { ownerId: number; mailId: number };
  'refund.ask': {
    ownerId: number;
    orderNo: string;
    cause: string;
    reason: string;
    paymentNo?: string;
    /** Part of the order, in its selling currency; left out: everything that was paid, the fee too. */
    orderMinor?: number;
    subOrderNo?: string;
  };
  'refund.run': { ownerId: number; refundNo: string };
};
export type JobName = keyof JobData;
export const jobNames: JobName[] = [
  'order.changed',
  'code.mail',
  'account.mail',
  'balance.mail',
  'completion.mail',
  'mail.deliver',
  'refund.ask',
  'refund.run',
];

export type Jobs = {
  /** Queues a job in the given transaction: no commit, no job. */
  send<Name extends JobName>(db: Sql, name: Name, data: JobData[Name]): Promise<void>;
  work<Name extends JobName>(name: Name, work: (data: JobData[Name]) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
};

export async function startJobs(url: string, log: Logger): Promise<Jobs> {
  const boss = new PgBoss({ connectionString: url, max: 4, useListenNotify: true });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  await boss.start();
  for (const name of jobNames) {
    await boss.createQueue(name, {
      retryLimit: 10,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 600,
      notify: true,
    });
  }
  return {
    async send(db, name, data) {
      await boss.send(name, data, { db: fromKysely(db as never) });
    },
    async work(name, work) {
      await boss.work(
        name,
        // Several at once and on without a pause while there are more: one alone would wait out the pause after each.
        {
          pollingIntervalSeconds: 1,
          notifyPollingIntervalSeconds: 5,
          batchSize: 5,
          burstWhenBatchFull: true,
          perJobResults: true,
        },
        async (jobs) => {
          const results: JobResult[] = [];
          for (const job of jobs) {
            try {
              await work(job.data as never);
              results.push({ id: job.id, status: 'completed' });
            } catch (error) {
              log.error({ err: error, job: name }, 'job failed; it will be tried again');
              results.push({ id: job.id, status: 'failed', output: { message: String(error) } });
            }
          }
          return results;
        },
      );
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

// Starts the house's background work: jobs queued by commits, the sweep over money and deadlines, daily upkeep.
import { deleteExpired } from '../account/account.sql.ts';
import { addViews } from '../catalog/count-views.ts';
import { rankProducts } from '../catalog/rank-products.ts';
import { refreshCards } from '../editing/cards.sql.ts';
import { reconcileDaily } from '../finance/reconcile-day.ts';
import { makeDeliver } from '../notification/deliver-mail.ts';
import { writeAccountMail } from '../notification/write-account-mails.ts';
import { writeBalanceMail } from '../notification/write-balance-mail.ts';
import { writeCompletionMail } from '../notification/write-completion-mail.ts';
import { writeCodeMail } from '../notification/write-mails.ts';
import { writeOrderMail } from '../notification/write-order-mails.ts';
import { completeOrders } from '../order/clock/complete-orders.ts';
import { remindOrders } from '../order/clock/remind-orders.ts';
import { askRefund, runRefund } from '../payment/run-refund.ts';
import { sweepPayments } from '../payment/sweep-payments.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/db.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { Logger } from '../platform/log.ts';
import { repeat } from '../platform/repeat-rounds.ts';
import type { Vault } from '../platform/vault.ts';
import { followFeed } from '../site/fetch-rates.ts';
import { listOwnerIds } from './seed.sql.ts';

const sweepMilliseconds = 5000;
const clockMilliseconds = 60_000;
const ratesMilliseconds = 60_000;
const reconcileMilliseconds = 600_000;
const upkeepMilliseconds = 3_600_000;
const viewMilliseconds = 30_000;

export type Working = { database: Database; jobs: Jobs; log: Logger; vault: Vault; config: Config };

/** Returns what stops the timers; jobs are stopped by their own door. */
export async function workJobs({ database, jobs, log, vault, config }: Working): Promise<() => Promise<void>> {
  const deliver = makeDeliver(config.smtpUrl, config.mailFrom);
  const { gateways } = config;
  const asking = (ownerId: number) => ({ db: database.forOwner(ownerId), jobs, log, vault, gateways, ownerId });
  await jobs.work('code.mail', (data) => writeCodeMail({ db: database.forOwner(data.ownerId), jobs }, data));
  await jobs.work('account.mail', (data) => writeAccountMail({ db: database.forOwner(data.ownerId), jobs }, data));
  await jobs.work('balance.mail', (data) => writeBalanceMail({ db: database.forOwner(data.ownerId), jobs }, data));
  await jobs.work('completion.mail', (data) =>
    writeCompletionMail({ db: database.forOwner(data.ownerId), jobs }, data),
  );
  await jobs.work('order.changed', (data) =>
    writeOrderMail({ db: database.forOwner(data.ownerId), jobs, vault }, data),
  );
  await jobs.work('mail.deliver', (data) => deliver(database.forOwner(data.ownerId), data.ownerId, data.mailId));
  await jobs.work('refund.ask', (data) => askRefund(asking(data.ownerId), data));
  await jobs.work('refund.run', (data) => runRefund(asking(data.ownerId), data.refundNo));
  const stopSweep = repeat(sweepMilliseconds, log, () => sweepPayments(database.house, asking));
  const stopClock = repeat(clockMilliseconds, log, async () => {
    const clock = { house: database.house, dbOf: database.forOwner, jobs, now: new Date() };
    await completeOrders(clock);
    await remindOrders(clock);
  });
  const stopRates = repeat(ratesMilliseconds, log, () =>
    followFeed({ database, log, address: config.ecbUrl, now: new Date() }),
  );
  const stopUpkeep = repeat(upkeepMilliseconds, log, async () => {
    await deleteExpired(database.house);
    for (const ownerId of await listOwnerIds(database.house)) {
      await refreshCards(database.forOwner(ownerId), ownerId);
      await rankProducts(database.forOwner(ownerId), ownerId);
    }
  });
  const stopReconcile = repeat(reconcileMilliseconds, log, () => reconcileDaily(database.house, asking, new Date()));
  const stopViews = repeat(viewMilliseconds, log, addViews);
  return async () => {
    await Promise.all([stopSweep(), stopClock(), stopUpkeep(), stopRates(), stopReconcile(), stopViews()]);
    await addViews().catch((error: unknown) => log.error({ err: error }, 'the last views were not added'));
  };
}

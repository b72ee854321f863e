// Work in the background that failed for good (decision 0725): what it was, about what, and once more. Errors stay in the process's log.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere } from '../../domain/errors.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import type { JobData, JobName } from '../platform/jobs.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { type FailedJob, findJob, listFailedJobs, tryJobAgain } from './failed-jobs.sql.ts';

type Row = OutputOf<'consoleFailedJobs'>['list'][number];

const kinds: Record<JobName, Row['kind']> = {
  'order.changed': 'orderMails',
  ...{ 'mail.deliver': 'delivery', 'mails.deliver': 'delivery' },
  ...{ 'refund.ask': 'refund', 'refund.run': 'refund' },
  'city.renamed': 'city',
  ...{ 'code.mail': 'mail', 'account.mail': 'mail', 'balance.mail': 'mail', 'completion.mail': 'mail' },
  ...{ 'quotation.changed': 'mail', 'quotation.mail': 'mail', 'supply.mail': 'mail', 'review.mail': 'mail' },
  'notice.mail': 'mail',
};

export async function showFailedJobs(
  { owner }: Context,
  { page, size }: ParsedInputOf<'consoleFailedJobs'>,
): Promise<OutputOf<'consoleFailedJobs'>> {
  const list = await listFailedJobs(owner, { size, from: (page - 1) * size });
  const total = list[0]?.total ?? 0;
  return {
    ...{ total, page, pages: Math.ceil(total / size) },
    list: list.map(({ id, name, data, tries, failed_at }) => ({
      ...{ id, kind: kinds[name], tries, failedAt: failed_at.toISOString() },
      ...{ about: describeData(data), email: emailOf(data) },
    })),
  };
}

const emailOf = ({ email }: FailedJob['data']): string => (typeof email === 'string' ? email : '');

type Fields = Partial<
  Record<'orderNo' | 'refundNo' | 'quotationId' | 'partnerId' | 'mailId' | 'city', string | number>
> &
  Partial<Pick<JobData['completion.mail'], 'orderNos'> & JobData['mails.deliver']>;

function describeData(data: FailedJob['data']): Row['about'] {
  const { orderNo, orderNos, refundNo, quotationId, mailId, mailIds, partnerId, city } = data as Fields;
  const found = [
    ['order', orderNo ?? orderNos?.[0]],
    ['refund', refundNo],
    ['quotation', quotationId],
    ['mail', mailId ?? mailIds?.[0]],
    ['partner', partnerId],
    ['city', city],
  ] as const;
  for (const [of, id] of found) if (id !== undefined) return { of, id: String(id) };
  return null;
}

/** Every job may run twice. One that is tried already, or was done meanwhile, stays as it is. */
export async function tryFailedJob(
  context: Context,
  { id }: ParsedInputOf<'consoleFailedJobAgain'>,
): Promise<OutputOf<'consoleFailedJobAgain'>> {
  const job = await findJob(context.owner, id);
  if (!job) throw new NotHere();
  await inTransaction(context.owner, async (owner) => {
    if ((await tryJobAgain(owner, id)) !== 1) return;
    const about = describeData(job.data);
    await logAction(owner, context, {
      act: 'job-again',
      subject: about ? `${about.of} ${about.id}` : '',
      after: { work: kinds[job.name], ...(emailOf(job.data) && { to: emailOf(job.data) }) },
    });
  });
  return {};
}

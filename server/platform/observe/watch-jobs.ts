// Each job as the installation's operator sees it: its time, its span, and what its lines in the log say of it.
import type { Owner } from '../db.ts';
import type { JobName, StoredJob } from '../jobs.ts';
import { inWork, noteOrder } from './know-work.ts';
import { jobSeconds } from './measure.ts';
import { inSpan } from './trace-work.ts';

type Jobs = { name: JobName; owner: Owner; list: StoredJob<JobName>[] };

/** `work` returns errors, at the places of the failed jobs. A single job is a part of the trace that queued it. */
export async function workWatched({ name, owner, list }: Jobs, work: () => Promise<unknown[]>): Promise<unknown[]> {
  const links = list.flatMap(({ traceparent }) => traceparent ?? []);
  const began = performance.now();
  const note = (outcome: 'done' | 'failed') =>
    jobSeconds.observe({ queue: name, outcome }, (performance.now() - began) / 1000 / list.length);
  return inWork({ job: name, owner: owner.id }, async () => {
    const plan = () => ({
      name: `job ${name}`,
      kind: 'consumer' as const,
      facts: { 'kembara.owner': owner.id, 'kembara.jobs': list.length },
      parent: links.length === 1 ? links[0] : undefined,
      links,
    });
    const errors = await inSpan(plan, async () => {
      if (list.length === 1) noteOrder(list[0]);
      return work();
    }).catch((error: unknown) => list.map(() => error));
    for (const at of list.keys()) note(errors[at] === undefined ? 'done' : 'failed');
    return errors;
  });
}

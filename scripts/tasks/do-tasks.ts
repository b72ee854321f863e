// Twelve tasks as a person does them who sees the shop for the first time, one after another, each with a phone of its own.
import type { Stage } from './open-stage.ts';
import { buyerTasks } from './tasks-of-buyers.ts';
import { laterTasks } from './tasks-of-travellers.ts';
import { type Effort, Walk } from './walk.ts';

export type Result = Effort & { name: string; done: boolean };

export async function doTasks(stage: Stage, report: (line: string) => void): Promise<Result[]> {
  const results: Result[] = [];
  for (const task of [...buyerTasks, ...laterTasks]) {
    const page = await stage.openPhone();
    const walk = new Walk(page);
    const problem = await task.run(walk, stage).then(
      () => undefined,
      (error: Error) => error.message.split('\n')[0],
    );
    const effort = walk.measure();
    const deadEnds = problem ? [...effort.deadEnds, problem] : effort.deadEnds;
    results.push({ ...effort, name: task.name, done: !problem, deadEnds });
    const { taps, fields, seconds } = effort;
    report(`${problem ? '✗' : '✓'} ${task.name}: ${taps} taps, ${fields} fields, ${seconds} s ${deadEnds.join('; ')}`);
    if (problem && process.env.TASKS_PICTURES)
      await page.screenshot({ path: `${process.env.TASKS_PICTURES}/${results.length}.png`, fullPage: true });
    await page.context().close();
  }
  await stage.browser.close();
  return results;
}

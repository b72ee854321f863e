// npm run try-alerts (-- --only JobsDead): causes each alert of deploy/observe/rules.yml in a shop of its own, waits until Prometheus
// shows it, does what its page in docs/runbooks says, and waits until it is gone. Prints the table of docs/runbooks/README.md; ends with 1
// when an alert did not come or did not go.
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Cause, causes } from './alerts/causes.ts';
import { openScene, type Scene } from './alerts/open-scene.ts';
import { readRules } from './alerts/read-rules.ts';
import { root } from './open-database.ts';
import { readCommands, runCommands } from './rehearse/run-book.ts';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const mostSeconds = 120;
const report = (line: string) => console.log(line);
const rules = readRules();
const wanted = causes.filter(({ alerts }) => !values.only || alerts.includes(values.only));
const rows: string[] = [];

const scene = await openScene(report);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void scene.close().finally(() => process.exit(1)));
try {
  for (const cause of wanted) rows.push(...(await tryCause(scene, cause)));
} finally {
  await scene.close();
}
report(`\n${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores\n`);
report('| Alert | Cause, and what ended it | Shown after | Gone after |\n|---|---|---|---|');
for (const row of rows) report(row);
const tried = new Set(causes.flatMap(({ alerts }) => alerts));
const missing = rules.map(({ alert }) => alert).filter((alert) => !tried.has(alert));
report(`\nNot tried: ${missing.join(', ') || 'none'}.`);
process.exit(rows.some((row) => row.includes('never')) ? 1 : 0);

async function tryCause(scene: Scene, { alerts, row, begin, byPage }: Cause): Promise<string[]> {
  report(`${alerts.join(', ')}: ${row}`);
  const began = performance.now();
  const end = await begin(scene);
  const shown = await timesUntil(scene, alerts, true, began);
  const mending = performance.now();
  await end();
  const [first = ''] = alerts;
  if (byPage) await followPage(scene, first);
  const gone = await timesUntil(scene, alerts, false, mending);
  return alerts.map((alert) => `| ${alert} | ${row} | ${shown.get(alert)} | ${gone.get(alert)} |`);
}

async function followPage({ server }: Scene, alert: string): Promise<void> {
  const page = rules.find((rule) => rule.alert === alert)?.runbook ?? '';
  const env = { ...process.env, DATABASE_OWNER_URL: server.ownerUrl, PGOPTIONS: '-c app.owner_id=0' };
  await runCommands(readCommands(join(root, page), 'What to do'), root, env);
}

async function timesUntil(
  scene: Scene,
  alerts: string[],
  isShown: boolean,
  since: number,
): Promise<Map<string, string>> {
  const times = new Map(alerts.map((alert) => [alert, 'never']));
  const until = performance.now() + mostSeconds * 1000;
  while (performance.now() < until && [...times.values()].includes('never')) {
    const firing = await scene.firing();
    for (const alert of alerts)
      if (times.get(alert) === 'never' && firing.includes(alert) === isShown)
        times.set(alert, `${Math.round((performance.now() - since) / 1000)} s`);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  for (const [alert, time] of times) report(`  ${alert} ${isShown ? 'shown' : 'gone'}: ${time}`);
  return times;
}

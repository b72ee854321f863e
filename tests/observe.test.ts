// The rules and dashboards of deploy/observe: every metric that they name exists on a running instance, and every alert
// has a page that says what to do. If Prometheus is installed, its own checker also reads the rules.
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRules } from '../scripts/alerts/read-rules.ts';
import { openTestHouse, type TestHouse } from './build/open-house.ts';

const folder = join(import.meta.dirname, '..', 'deploy', 'observe');
const runbooks = join(import.meta.dirname, '..', 'docs', 'runbooks');
const rules = readRules();

let test: TestHouse;
let metrics: string;
beforeAll(async () => {
  test = await openTestHouse();
  metrics = await (await test.fetch('/metrics')).text();
});
afterAll(() => test.close());

type Dashboard = { uid: string; title: string; panels: { title: string; targets: { expr: string }[] }[] };
const dashboards = readdirSync(join(folder, 'dashboards')).map(
  (name) => JSON.parse(readFileSync(join(folder, 'dashboards', name), 'utf8')) as Dashboard,
);

/** Names of measures in an expression of Prometheus: words that are no function, no label and no keyword. */
function namesIn(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, ' ');
  const words = [...bare.matchAll(/[a-z_][a-z0-9_]*(?!\s*\(|\w)/gi)].map(([word]) => word);
  return words.filter((word) => !['or', 'and', 'unless', 'le'].includes(word));
}

/** Prometheus makes this one itself. */
const itsOwn = ['up'];

function findUnknown(expressions: string[], text: string): string[] {
  const known = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name],
    ),
  );
  return expressions.flatMap(namesIn).filter((name) => !known.has(name) && !itsOwn.includes(name));
}

describe('deploy/observe', () => {
  it('names only metrics that a running instance has', () => {
    const panels = dashboards.flatMap((one) => one.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)));
    expect(panels.length).toBeGreaterThan(20);
    expect(findUnknown([...rules.map(({ expr }) => expr), ...panels], metrics)).toEqual([]);
  });

  it('the figures of the instance are there, read by the role of the running processes', () => {
    for (const name of [
      'payments_in_question',
      'refunds_in_question',
      'hooks_paused',
      'hooks_failing',
      'database_archive_failing',
    ])
      expect(metrics).toMatch(new RegExp(`^${name} 0$`, 'm'));
    expect(metrics).toMatch(/^database_size_bytes \d{7,}$/m);
    expect(metrics).toMatch(/^jobs_oldest_seconds\{queue="mail.deliver"\} \d/m);
    expect(metrics).toMatch(/^jobs_dead\{queue="refund.ask"\} 0$/m);
    expect(metrics).toMatch(/^database_state\{state="up"\} 1$/m);
    expect(metrics).toMatch(/^log_failing 0$/m);
    expect(metrics).toMatch(/^data_disk_free_ratio 0\.\d+/m);
    expect(metrics).toMatch(/^database_standbys \d+$/m);
  });

  it('would report a metric that does not exist', () => {
    expect(findUnknown(['max(mails_forgotten) > 1'], metrics)).toEqual(['mails_forgotten']);
    expect(findUnknown(['sum by (status) (rate(http_request_seconds_count{status="5"}[5m]))'], metrics)).toEqual([]);
  });

  it('has at least ten alerts, each with a page of the same parts, and no page without an alert', () => {
    expect(rules.length).toBeGreaterThanOrEqual(10);
    const parts = ['What it means', 'What a buyer sees', 'What to look at', 'What to do', 'Over when'];
    for (const { alert, expr, runbook } of rules) {
      const page = readFileSync(join(import.meta.dirname, '..', runbook), 'utf8');
      expect([...page.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual(parts);
      expect(page.startsWith(`# ${alert}\n`)).toBe(true);
      expect(page).toContain(`\`${expr}\``);
    }
    const pages = readdirSync(runbooks).filter((name) => name !== 'README.md');
    expect(pages.map((name) => `docs/runbooks/${name}`).sort()).toEqual(rules.map(({ runbook }) => runbook).sort());
  });

  it('each dashboard and each panel has a unique name', () => {
    expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(dashboards.length);
    for (const { panels } of dashboards) expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
  });

  const hasChecker = spawnSync('promtool', ['--version']).status === 0;
  it.runIf(hasChecker)('Prometheus’s own checker accepts the rules and their cases', () => {
    const check = (...words: string[]) => execFileSync('promtool', words, { cwd: folder, encoding: 'utf8' });
    expect(check('check', 'rules', 'rules.yml')).toContain('SUCCESS');
    expect(check('check', 'config', 'prometheus.yml')).toContain('SUCCESS');
    expect(check('test', 'rules', 'rules.test.yml')).toContain('SUCCESS');
  });
});

// The alerts of deploy/observe/rules.yml. Their form is ours, one field a line, so no parser is needed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../open-database.ts';

export const rulesFile = join(root, 'deploy', 'observe', 'rules.yml');

export type Rule = { alert: string; expr: string; runbook: string };

export function readRules(): Rule[] {
  const [, ...parts] = readFileSync(rulesFile, 'utf8').split(/^ {6}- alert: /m);
  return parts.map((part) => ({
    alert: part.split('\n')[0] ?? '',
    expr: (/^ +expr: '(.*)'$/m.exec(part)?.[1] ?? '').replaceAll("''", "'"),
    runbook: /^ +runbook: (\S+)$/m.exec(part)?.[1] ?? '',
  }));
}

// Counts what went wrong outside of any test, which the runner's own report leaves out: scripts/test.ts asks before a second run.
import { writeFileSync } from 'node:fs';

export default class CountErrors {
  onTestRunEnd(_: unknown, unhandled: readonly unknown[]): void {
    if (process.env.ERROR_COUNT) writeFileSync(process.env.ERROR_COUNT, String(unhandled.length));
  }
}

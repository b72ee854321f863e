// Lists errors outside of tests with their files, which the runner's own report leaves out: scripts/test.ts reads it.
import { writeFileSync } from 'node:fs';

type Unhandled = { VITEST_TEST_PATH?: string; message?: string; stack?: string };

export default class CountErrors {
  onTestRunEnd(_: unknown, unhandled: readonly unknown[]): void {
    if (!process.env.ERROR_FILE) return;
    const errors = unhandled.map((error) => {
      const { VITEST_TEST_PATH: file, message, stack } = error as Unhandled;
      return { file: file ?? '', message: stack ?? message ?? String(error) };
    });
    writeFileSync(process.env.ERROR_FILE, JSON.stringify(errors));
  }
}

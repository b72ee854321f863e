// Keys of calls are claimed and answered in one place (decision 0110): no other file knows their table.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const server = join(import.meta.dirname, '..');

it('no other file of the server knows the table of keys', () => {
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  expect(files.length).toBeGreaterThan(300);
  const knowing = files.filter((name) => /idempotency_key\b/.test(readFileSync(join(server, name), 'utf8')));
  // Named among the tables that test mode has of its own (decision 0385), and among those with personal data (decision 0495).
  expect(knowing.toSorted()).toEqual([
    'platform/answer-once.sql.ts',
    'platform/schema/test-mode.sql.ts',
    'privacy/register.ts',
  ]);
});

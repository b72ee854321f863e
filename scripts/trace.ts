// npm run trace: writes docs/coverage-of-the-specification.md.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './open-database.ts';
import { listGaps, traceFile, traceHouse, writeTrace } from './trace-specification.ts';

const rows = traceHouse(root);
writeFileSync(join(root, traceFile), writeTrace(rows));
console.log(`${traceFile}: ${rows.length} rows, ${listGaps(rows).length} without a test`);

// npm run check: format, lint, types and what nothing uses, in seconds.

import { checkCode } from './check-code.ts';
import { root } from './open-database.ts';

const checks = await checkCode(root);
process.exitCode = checks.every((check) => check.passed) ? 0 : 1;

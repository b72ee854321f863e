// npm run check: format, lint, types and what nothing uses, in seconds.

import { checkCode } from './check-code.ts';
import { root } from './open-database.ts';

process.exitCode = checkCode(root).every((one) => one.passed) ? 0 : 1;

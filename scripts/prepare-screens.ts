// What the tests of screens need before they start: the screens, built, and, unless `--no-browser` is given, a browser.
import { ensureChromium } from '../tests/build/find-chromium.ts';
import { buildScreens } from './build-screens.ts';
import { root } from './open-database.ts';

try {
  buildScreens(root, console.log);
  if (!process.argv.includes('--no-browser')) ensureChromium(console.log);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

// What tests of screens and of whole processes need before they start: the screens, built, the bundled server, and a browser, unless
// `--no-browser` is given.
import { ensureChromium } from '../tests/build/find-chromium.ts';
import { buildScreens } from './build-screens.ts';
import { bundleServer } from './bundle/bundle-server.ts';
import { root } from './open-database.ts';

try {
  buildScreens(root, console.log);
  bundleServer(root, 'serve', console.log);
  if (!process.argv.includes('--no-browser')) ensureChromium(console.log);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

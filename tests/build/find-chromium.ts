// The browser for tests: the caller's CHROMIUM, an installed one, or Debian's package if root; otherwise a clear message.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The shell draws no window of its own, starts in a quarter of the time and costs half the processor of the whole browser. */
const known = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export const browserFlags = [
  '--no-sandbox',
  // Pages of one context share a process, and what it compiled (lend-contexts.ts).
  '--process-per-site',
  // No page lives long enough to earn back what optimizing its scripts takes.
  '--js-flags=--no-opt,--no-maglev',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function findChromium(): string | undefined {
  return [process.env.CHROMIUM, ...known].find((path) => path && existsSync(path));
}

/** Installs Debian's Chromium when there is none and we are root. Throws a sentence that says what to do otherwise. */
export function ensureChromium(tell: (line: string) => void): string {
  const found = findChromium();
  if (found) return found;
  const debian = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  if (debian) {
    tell('Installing Chromium for the browser tests …');
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    // Another installation may be under way: then after it.
    const install = ['-o', 'DPkg::Lock::Timeout=180', 'install', '-y', '-qq'];
    spawnSync('apt-get', [...install, 'chromium-headless-shell'], { stdio: 'ignore' });
    if (!findChromium()) spawnSync('apt-get', [...install, 'chromium'], { stdio: 'ignore' });
    const installed = findChromium();
    if (installed) return installed;
  }
  throw new Error('The browser tests need Chromium: install it, or name one in the variable CHROMIUM.');
}

// Another commit beside this one: its files in a folder of their own, with this folder's packages where both lock files are the same.
import { execFileSync, spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

export type CheckedOut = { root: string; commit: string; remove(): void };

/** `folder` is on the disk of `root`, so that files can be linked. */
export function checkOut(root: string, ref: string, folder: string): CheckedOut {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const commit = git('rev-parse', '--short', '--verify', `${ref}^{commit}`);
  const place = join(folder, `against-${commit}-${process.pid}`);
  const remove = () => {
    spawnSync('git', ['worktree', 'remove', '--force', place], { cwd: root });
    rmSync(place, { recursive: true, force: true });
    spawnSync('git', ['worktree', 'prune'], { cwd: root });
  };
  try {
    mkdirSync(folder, { recursive: true });
    git('worktree', 'add', '--detach', place, commit);
    const lock = (of: string) => readFileSync(join(of, 'package-lock.json'), 'utf8');
    if (lock(root) === lock(place)) linkFolder(join(root, 'node_modules'), join(place, 'node_modules'));
    else installPackages(place);
    buildScreens(place);
  } catch (error) {
    remove();
    throw error;
  }
  return { root: place, commit, remove };
}

/** The same files under a second name, which costs no room; links inside stay links. */
function linkFolder(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkSync(source, target);
  }
}

function installPackages(place: string): void {
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { NODE_ENV: _, ...env } = process.env;
  execFileSync(npm, args, { cwd: place, env, stdio: 'inherit', shell: process.platform === 'win32' });
}

function buildScreens(place: string): void {
  const script = `import { buildScreens } from './scripts/build-screens.ts'; buildScreens(process.cwd(), console.log);`;
  execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: place, stdio: 'inherit' });
}

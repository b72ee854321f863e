// A process of the portal for rehearsals: the server without screens, its words in a file.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

export type Member = { port: number; child: ChildProcess; starts: number };

const living = new Set<ChildProcess>();
/** However the command ends, no process of the portal lives on without it. */
process.on('exit', () => {
  for (const child of living) child.kill('SIGKILL');
});

/** `env` has at least DATABASE_URL. */
export function launchMember(root: string, port: number, env: Record<string, string>): ChildProcess {
  const log = join(root, '.data', `soak-${port}.log`);
  const child = spawn(
    'sh',
    [
      '-c',
      `exec "$0" --disable-warning=ExperimentalWarning scripts/soak/run-member.ts >> "${log}" 2>&1`,
      process.execPath,
    ],
    {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: String(port),
        HOST: '127.0.0.1',
        SANDBOX_PORT: '0',
        TRUSTED_PROXIES: '127.0.0.1',
        DATA_FOLDER: join(root, '.data', 'soak-files'),
        ...env,
      },
    },
  );
  living.add(child);
  child.once('exit', () => living.delete(child));
  return child;
}

export async function untilReady(port: number): Promise<void> {
  for (let tries = 0; tries < 1500; tries += 1) {
    const fine = await fetch(`http://127.0.0.1:${port}/ready`)
      .then((answer) => answer.ok)
      .catch(() => false);
    if (fine) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`the process at ${port} was not ready within five minutes`);
}

// A program and all that it starts, as one group of processes: a worker in an endless loop hears nothing but the end of its group.
import { type ChildProcess, spawn } from 'node:child_process';

type Running = { cwd: string; env: NodeJS.ProcessEnv; mostMilliseconds: number };

const running = new Set<ChildProcess>();

/** Runs Node with these arguments; returns whether it ended with 0. All its child processes are ended. */
export function runGroup(args: string[], { cwd, env, mostMilliseconds }: Running): Promise<boolean> {
  const child = spawn(process.execPath, args, { cwd, env, stdio: 'ignore', detached: true });
  running.add(child);
  const late = setTimeout(() => endGroup(child), mostMilliseconds);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(late);
      endGroup(child);
      resolve(code === 0);
    });
  });
}

/** For a command that ends meanwhile: a group of its own does not hear the keyboard. */
export function endGroups(): void {
  for (const child of running) endGroup(child);
}

function endGroup(child: ChildProcess): void {
  running.delete(child);
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // the group has no process left
  }
}

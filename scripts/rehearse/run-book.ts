// Runs the commands of a page of docs/ unchanged, so that the page cannot differ from what was rehearsed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** Every block of commands under a heading, in order. */
export function readCommands(file: string, heading: string): string[] {
  const text = readFileSync(file, 'utf8');
  const from = text.indexOf(`\n## ${heading}\n`);
  if (from < 0) throw new Error(`${file} has no "${heading}"`);
  const to = text.indexOf('\n## ', from + 1);
  const part = text.slice(from, to < 0 ? undefined : to);
  return [...part.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, commands = '']) => commands);
}

/** One after another; throws with what the first that failed printed. */
export async function runCommands(commands: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  for (const command of commands) {
    const child = spawn('sh', ['-eu', '-c', command], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => (output += bytes.toString()));
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`this ended with ${code}:\n${command}${output.slice(-2000)}`);
  }
}

// What a command of the fault programme found: rows on the terminal as they come, and with --write a section of docs/measured.md with
// commit, date, machine and command. A run that found something wrong is not written down.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from '../open-database.ts';

type Cell = string | number;

export type FaultRecord = {
  /** The first one has the heads of the columns. */
  row(cells: Cell[]): void;
  /** The last line; written down where nothing was `wrong`. */
  end(summary: string, wrong: number): void;
};

export function openRecord(command: string, write: boolean): FaultRecord {
  const table: string[][] = [];
  const began = Date.now();
  const loadBefore = loads();
  const words = process.argv.slice(2).filter((word) => word !== '--write');
  const typed = `npm run ${command}${words.length ? ` -- ${words.join(' ')}` : ''}`;
  return {
    row(cells) {
      const texts = cells.map(String);
      table.push(texts);
      console.log(
        texts
          .map((text, at) => text.padEnd(at ? 12 : 52))
          .join('  ')
          .trimEnd(),
      );
    },
    end(summary, wrong) {
      const minutes = Math.max(1, Math.round((Date.now() - began) / 60_000));
      console.log(`\n${summary}`);
      if (!write) return;
      if (wrong) return console.log('Not written down, because something was wrong.');
      const facts = [
        `\`${typed}\`, ${minutes} min, ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
        `commit ${commit()}, Node ${process.version}, ${machine()}, load average ${loadBefore} at the start, ${loads()} at the end`,
      ];
      const document = join(root, 'docs', 'measured.md');
      writeFileSync(document, writeSection(readFileSync(document, 'utf8'), command, [...facts, summary], table));
    },
  };
}

/** The document with this run in the place of the last one of the same command. Throws where it has no place for it. */
function writeSection(document: string, command: string, facts: string[], [heads = [], ...rows]: string[][]): string {
  const marks = [`<!-- written by npm run ${command} -->`, `<!-- end of what npm run ${command} writes -->`] as const;
  const [from, to] = marks.map((mark) => document.indexOf(mark)) as [number, number];
  if (from < 0 || to < from) throw new Error(`docs/measured.md has no place for ${command}`);
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const text = [
    ...facts.map((fact) => `${fact.replace(/\.?$/, '.')}  `),
    '',
    ...(heads.length ? [line(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(line)] : []),
  ].join('\n');
  return `${document.slice(0, from + marks[0].length)}\n\n${text.trimEnd()}\n\n${document.slice(to)}`;
}

const loads = () =>
  loadavg()
    .map((load) => load.toFixed(2))
    .join(', ');
const machine = () => `${cpus().length} cores, ${cpus()[0]?.model ?? ''}, ${Math.round(totalmem() / 2 ** 30)} GB`;
const commit = () => execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();

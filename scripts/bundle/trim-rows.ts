// The tables of calls as the browser gets them: method, path, whether a call is sealed and takes a key. Rights are the server's matter.
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { CallRow } from '../../contract/call-row.ts';

/** For the bundler: what a screen needs of each row. */
export function trimRows(): Plugin {
  return {
    name: 'trim-rows',
    enforce: 'pre',
    async transform(_code, id) {
      if (this.environment.name !== 'client' || !/\/contract\/rows-(shop|desk)\.ts$/.test(id)) return null;
      // Another address each time: a module is read once, and it may have been edited.
      const tables = (await import(`${pathToFileURL(id)}?${Date.now()}`)) as Record<string, Rows>;
      return { code: Object.entries(tables).map(writeTable).join('\n'), map: null };
    },
  };
}

type Rows = Record<string, CallRow>;

function writeTable([name, rows]: [name: string, rows: Rows]): string {
  const trimmed = Object.entries(rows).map(([call, { method, path, secret, takesKey }]) => [
    call,
    { method, path, secret, takesKey },
  ]);
  return `export const ${name} = ${JSON.stringify(Object.fromEntries(trimmed))};`;
}

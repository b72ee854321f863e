// Pages are sent the texts that they use: the first pages of a visit only those of shop.json, all other pages of the shop also customer.json.
// No component of a page may use a text of a file that the page is not sent.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isFirstPage } from '../domain/paths.ts';
import { readWords, wordsIn } from '../locales/index.ts';
import routes from '../web/routes.ts';

const root = join(import.meta.dirname, '..');
const web = join(root, 'web');
const deskWords = Object.keys(readWords('en', 'console'));
const customerWords = Object.keys(readWords('en', 'customer'));

type Entry = { index?: boolean; path?: string; file: string; children?: Entry[] };

/** Files of screens, by whether their address is the back office's. */
function listScreens(entries: readonly Entry[], desk: boolean): string[] {
  return entries.flatMap(({ path = '', file, children = [] }) => {
    const own = path.startsWith('console');
    const inside = listScreens(children, desk);
    const holds = children.length ? inside.length > 0 : own === desk;
    return holds ? [join(web, file), ...inside] : inside;
  });
}

/** What comes after a page fetches the other words by itself (web/parts/page/all-words.tsx). */
const fetchesWords = (file: string) => readFileSync(file, 'utf8').includes('<AllWords>');

/** Everything that some files are made of, as far as it lies in the screens' folder; `atOnce`: without what comes after the page. */
function reach(starts: string[], atOnce = false): string[] {
  const seen = new Set<string>();
  const todo = [...starts];
  for (let file = todo.pop(); file; file = todo.pop()) {
    if (seen.has(file)) continue;
    if (atOnce && fetchesWords(file)) continue;
    seen.add(file);
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const other = resolve(dirname(file), target);
      if (other.startsWith(web) && /\.tsx?$/.test(other) && existsSync(other)) todo.push(other);
    }
  }
  return [...seen];
}

/** Keys in a text that are among some: whole, or as the beginning of keys that are put together. */
function findWords(text: string, among: readonly string[]): string[] {
  const literals = [...text.matchAll(/['"`]([a-zA-Z]+\.[\w.-]*)(\$\{)?/g)];
  return literals
    .filter(([, key = '', open]) => (open ? among.some((word) => word.startsWith(key)) : among.includes(key)))
    .map(([, key = '']) => key);
}

const findDeskWords = (text: string) => findWords(text, deskWords);

/** Screens whose address is one of a visit's first pages. */
function listFirstScreens(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ index, path, file, children = [] }) => {
    const address = index ? '/' : `/${path ?? ''}`;
    const own = (index || path) && isFirstPage(address) ? [join(web, file)] : [];
    const inside = listFirstScreens(children);
    return inside.length ? [join(web, file), ...inside] : own;
  });
}

describe('texts of the first pages', () => {
  const first = [...new Set(reach([...listFirstScreens(routes as Entry[]), join(web, 'root.tsx')], true))];
  const shopWords = Object.keys(readWords('en', 'shop'));

  it('are all that these pages use', () => {
    expect(first.length).toBeGreaterThan(60);
    const said = first.flatMap((file) =>
      findWords(readFileSync(file, 'utf8'), customerWords).map((key) => `${relative(root, file)} says ${key}`),
    );
    expect(said).toEqual([]);
  });

  it('are few: texts that none of them uses are in customer.json', () => {
    const texts = first.map((file) => readFileSync(file, 'utf8'));
    const said = new Set(texts.flatMap((text) => wordsFrom(text, shopWords)));
    // Said by files of the domain, or put together of parts.
    const others = shopWords.filter((key) => !said.has(key));
    expect(others.length, others.join(' ')).toBeLessThan(12);
  });
});

/** Every key that a text says, those that are put together included. */
function wordsFrom(text: string, among: readonly string[]): string[] {
  const literals = [...text.matchAll(/['"`]([a-zA-Z]+\.[\w.-]*)(\$\{)?/g)];
  return literals.flatMap(([, key = '', open]) => among.filter((word) => (open ? word.startsWith(key) : word === key)));
}

describe('texts of the back office', () => {
  const shop = reach([...listScreens(routes as Entry[], false), join(web, 'root.tsx')]);

  it('are used by no page of the shop', () => {
    expect(shop.length).toBeGreaterThan(120);
    const said = shop.flatMap((file) =>
      findDeskWords(readFileSync(file, 'utf8')).map((key) => `${relative(root, file)} says ${key}`),
    );
    expect(said).toEqual([]);
  });

  it('are found where they are used, as a whole key or composed', () => {
    expect(findDeskWords("say('desk.redeem.title'); say('ui.pager.next'); say('site.setting.picture.busy')")).toEqual([
      'desk.redeem.title',
    ]);
    expect(findDeskWords(['say(`inventory.$', '{what}`)'].join(''))).toEqual(['inventory.']);
    const desk = reach(listScreens(routes as Entry[], true));
    expect(desk.filter((file) => findDeskWords(readFileSync(file, 'utf8')).length > 0).length).toBeGreaterThan(40);
  });

  it('are reached from the shop by full page loads', () => {
    const links = shop.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return [...text.matchAll(/<(?:Link|NavLink|LinkButton)\b[^>]*to=\{console(?:Doors|Paths)\.[^>]*>/g)].map(
        ([link]) => ({ file: relative(root, file), anew: link.includes('reloadDocument') }),
      );
    });
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter(({ anew }) => !anew)).toEqual([]);
  });
});

it('the prefix of a choice’s texts has texts', () => {
  const all = Object.keys(wordsIn('en'));
  const files = reach([...listScreens(routes as Entry[], true), ...listScreens(routes as Entry[], false)]);
  const begun = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bword(?:=|: )\{?['"]([\w.]+)['"]/g)].map(([, word = '']) => ({
      file,
      word,
    })),
  );
  expect(begun.length).toBeGreaterThan(40);
  const missing = begun.filter(
    ({ word }) =>
      !all.includes(word) &&
      ![`${word}.`, `console.group.${word}`].some((key) => all.some((one) => one.startsWith(key))),
  );
  expect(missing).toEqual([]);
});

it('all screens are among the routes', () => {
  const files = (folder: string): string[] =>
    readdirSync(folder).flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? files(path) : [path];
    });
  const known = new Set(
    reach([...listScreens(routes as Entry[], true), ...listScreens(routes as Entry[], false), join(web, 'root.tsx')]),
  );
  expect(files(join(web, 'screens')).filter((file) => /\.tsx$/.test(file) && !known.has(file))).toEqual([]);
});

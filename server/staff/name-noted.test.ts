// The log says what an action was about by a name that people know, in the reader's language: also of what was deleted, and of a file
// (rules §10).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { makePorter } from '../../tests/build/port-files.ts';

let test: TestHouse;
let admin: string;
beforeAll(async () => {
  test = await openTestHouse();
  admin = await test.signIn('admin@one.example', 'admin-2026');
});
afterAll(() => test.close());

const namesOf = async (act: string, language = 'en') =>
  (await test.call('consoleLog', { act }, { token: admin, language })).data.list.map((entry) => entry.subjectName);

describe('the log', () => {
  it('names the file of an import', async () => {
    const porter = makePorter(test, { token: await test.signIn('content@one.example', 'content-2026') });
    const list = (await (await porter.fetch('/api/console/catalogue/export?format=json')).json()) as object[];
    const [first] = structuredClone(list) as { names: Record<string, string> }[];
    if (first) first.names.en = 'Another name';
    const { id } = await porter.check(JSON.stringify([first]));
    const [row] = await porter.rows(id, 'changes');
    // In JSON a text has no cell of its own: the languages are named with their field.
    expect(row?.differences?.list.map(({ column }) => column)).toEqual(['names.en']);
    expect(await porter.run(id)).toMatchObject({ changed: 1 });
    expect(await namesOf('catalogue-imported')).toEqual(['products']);
  });

  it('names what was deleted since, in the language of its reader', async () => {
    const titles = { en: 'Seats', zh_CN: '座位' };
    const given = { titles, texts: { en: 'You sit together.', zh_CN: '您坐在一起。' } };
    const { id, revision } = (await test.call('consoleAnswerSave', given, { token: admin })).data;
    expect((await test.call('consoleAnswerDelete', { id, revision }, { token: admin })).code).toBe(200);
    expect(await namesOf('answer-deleted')).toEqual(['Seats']);
    expect(await namesOf('answer-deleted', 'zh_CN')).toEqual(['座位']);
    expect((await namesOf('answer-saved'))[0]).toBe('Seats');
  });

  it('has a word in all languages for each kind of thing', () => {
    const source = (readdirSync('server', { recursive: true }) as string[])
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(join('server', name), 'utf8'));
    const kinds = new Set(
      source.flatMap((text) =>
        [...text.matchAll(/act: ?'[a-z-]+',?[^{}]{0,40}?\bsubject: ?[`']([a-z]+(?: [a-z]+)?)(?= \$|[`'])/g)].map(
          ([, kind = '']) => kind.replace(/ ([a-z])/, (_, letter: string) => letter.toUpperCase()),
        ),
      ),
    );
    const words = JSON.parse(readFileSync('locales/en/console.json', 'utf8'));
    expect(kinds.size).toBeGreaterThan(20);
    expect([...kinds].filter((kind) => !words[`staff.subject.${kind}`])).toEqual([]);
  });
});

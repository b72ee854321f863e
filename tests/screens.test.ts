// A screen lives in one place (ARCHITECTURE.md): its folder holds what only it uses, web/parts what two or more screens share.
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesImportedBy, isTest, listSources, type Source } from './build/list-sources.ts';

const routesFile = 'web/routes.ts';

/** The screens that a route table names, and the frame around all of them. */
function listScreens(sources: Source[]): string[] {
  const routes = sources.find(({ path }) => path === routesFile)?.text ?? '';
  const named = [...routes.matchAll(/'(screens\/[^']+\.tsx)'/g)].map((match) => `web/${match[1]}`);
  return [...new Set(named), 'web/root.tsx'];
}

/** Every file that a screen is made of, directly or by way of others. */
function filesOf(screen: string, imports: Map<string, string[]>): Set<string> {
  const files = new Set<string>();
  const open = [screen];
  for (let file = open.pop(); file; file = open.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    open.push(...(imports.get(file) ?? []));
  }
  return files;
}

function findMisplaced(sources: Source[]): string[] {
  const web = sources.filter(({ path }) => path.startsWith('web/') && !isTest(path));
  const imports = new Map(web.map((source) => [source.path, filesImportedBy(source)]));
  const screens = listScreens(web);
  const made = screens.map((screen) => filesOf(screen, imports));
  const breaches: string[] = [];
  for (const { path } of web) {
    if (path.startsWith('web/parts/')) {
      const users = screens.filter((_, at) => made[at]?.has(path));
      if (users.length < 2) breaches.push(`${path} is used by ${users[0] ?? 'no screen'} only: it belongs beside it`);
    }
    if (path === routesFile) continue;
    for (const target of imports.get(path) ?? []) {
      if (!target.startsWith('web/screens/') || target.includes('/+types/')) continue;
      if (screens.includes(target)) breaches.push(`${path} imports ${target}, which is a screen`);
      if (posix.dirname(target) !== posix.dirname(path))
        breaches.push(`${path} imports ${target}, which belongs to another screen`);
    }
  }
  return breaches;
}

describe('a screen lives in one place', () => {
  const sources = listSources();

  it('and the screens were really read', () => {
    const parts = sources.filter(({ path }) => path.startsWith('web/parts/'));
    expect(listScreens(sources).length).toBeGreaterThan(80);
    expect(parts.length).toBeGreaterThan(50);
  });

  it('with all files that only it uses; parts are shared by two screens or more', () => {
    expect(findMisplaced(sources)).toEqual([]);
  });
});

/** The list page that ARCHITECTURE.md names as the model: all that a list can have, in one file. */
const model = { path: 'web/screens/console/list-coupons.tsx', mostLines: 120 };

function findModelBreaches({ path, text }: Source): string[] {
  const wanted = {
    'filters of its own': /^ +filters=\{\{$/m,
    'two columns with cells of its own': /(show: \(.*\) => \([\s\S]*){2}/,
    'a file': /^ +fileName="/m,
    'an action on many rows': /^ +bulk=\{[\s\S]*<RunMany$/m,
  };
  const lines = text.trimEnd().split('\n').length;
  return [
    ...Object.entries(wanted).flatMap(([what, look]) => (look.test(text) ? [] : [`${path} has not ${what}`])),
    ...(lines > model.mostLines ? [`${path} has ${lines} lines`] : []),
  ];
}

describe('the model of a list page', () => {
  const source = listSources().find(({ path }) => path === model.path);

  it('has filters, custom cells, an export and a bulk action, and is still short', () => {
    expect(source && findModelBreaches(source)).toEqual([]);
  });

  it('could be too long, or miss something', () => {
    const { text = '' } = source ?? {};
    const long = { path: model.path, text: `${text}${'\n// more'.repeat(20)}` };
    expect(findModelBreaches(long).join()).toMatch(/has \d{3} lines/);
    const bare = { path: model.path, text: text.replace('fileName="', 'name="').replace('bulk={', 'before={') };
    expect(findModelBreaches(bare)).toHaveLength(2);
  });
});

describe('the rule can fail', () => {
  const routes = { path: routesFile, text: "route('a', 'screens/a/show-a.tsx'), route('b', 'screens/b/show-b.tsx')" };
  const screen = (name: string, text: string) => ({ path: `web/screens/${name}/show-${name}.tsx`, text });
  const find = (...sources: Source[]) => findMisplaced([routes, ...sources]).join('; ');

  it('over a part of one screen', () => {
    const part = { path: 'web/parts/form/one-field.tsx', text: '' };
    const uses = "import '../../parts/form/one-field.tsx';";
    expect(find(part)).toContain('used by no screen');
    expect(find(part, screen('a', uses))).toContain('used by web/screens/a/show-a.tsx only');
    expect(find(part, screen('a', uses), screen('b', uses))).toBe('');
  });

  it('over a part that a single screen uses through its own files', () => {
    const part = { path: 'web/parts/form/one-field.tsx', text: '' };
    const own = { path: 'web/screens/a/ask-a.tsx', text: "import '../../parts/form/one-field.tsx';" };
    expect(find(part, own, screen('a', "import './ask-a.tsx';"))).toContain('used by web/screens/a/show-a.tsx only');
  });

  it('over a screen that imports from the folder of another', () => {
    const own = { path: 'web/screens/a/ask-a.tsx', text: '' };
    expect(find(own, screen('b', "import '../a/ask-a.tsx';"))).toContain('belongs to another screen');
  });

  it('over a screen used as a part', () => {
    expect(find(screen('a', ''), { path: 'web/screens/a/ask-a.tsx', text: "import './show-a.tsx';" })).toContain(
      'which is a screen',
    );
  });
});

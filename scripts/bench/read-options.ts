// What the caller of `npm run bench` asks for.
import { parseArgs } from 'node:util';
import { allDays, loadedProducts } from './open-databases.ts';

export const groupNames = [
  ...[
    'search',
    'detail',
    'pages',
    'cached',
    'orders',
    'hot',
    'ways',
    'rush',
    'keys',
    'start',
    'memory',
    'sizes',
    'agents',
    'viator',
  ],
] as const;
export type GroupName = (typeof groupNames)[number];

export type Options = {
  /** Of each figure; the first part of it again as a warm-up that is not counted. */
  seconds: number;
  products: number;
  /** Days of places of the products beyond 5,000. */
  days: number;
  /** Groups to measure, in this order. */
  groups: GroupName[];
  /** Another commit that is measured in turn with this one. */
  against: string | undefined;
  /** Requests of the measurement of memory. */
  requests: number;
  /** Buyers of the last hundred seats. */
  buyers: number;
  /** Writes the table into docs/measured.md. */
  write: boolean;
  /** Instead of the table: the statements that cost most, with their plans, into docs/hottest-statements.md. */
  statements: boolean;
};

/** Throws a sentence for the caller where an option makes no sense. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '8' },
      products: { type: 'string', default: '5000' },
      days: { type: 'string', default: String(allDays) },
      only: { type: 'string' },
      against: { type: 'string' },
      requests: { type: 'string', default: '20000' },
      buyers: { type: 'string', default: '10000' },
      write: { type: 'boolean', default: false },
      statements: { type: 'boolean', default: false },
    },
  });
  const { only, against, write } = values;
  const groups = only === undefined ? [...groupNames] : only.split(',').map(readGroup);
  // A part of the table, or two commits beside each other, is not what docs/measured.md shows.
  if (write && (only !== undefined || against !== undefined))
    throw new Error('--write takes the whole table of this commit: leave out --only and --against');
  return {
    seconds: readNumber('seconds', values.seconds, 1, 600),
    products: readProducts(values.products),
    days: readNumber('days', values.days, 3, allDays),
    requests: readNumber('requests', values.requests, 100, 10_000_000),
    buyers: readNumber('buyers', values.buyers, 200, 1_000_000),
    groups,
    against,
    write,
    statements: values.statements,
  };
}

/** More than are loaded are copies of all of them. */
function readProducts(text: string): number {
  const products = readNumber('products', text, 500, 500_000);
  if (products > loadedProducts && products % loadedProducts)
    throw new Error(`--products beyond ${loadedProducts} must be a multiple of it, not "${text}"`);
  return products;
}

function readGroup(name: string): GroupName {
  const found = groupNames.find((value) => value === name.trim());
  if (!found) throw new Error(`--only knows ${groupNames.join(', ')}, not "${name}"`);
  return found;
}

function readNumber(name: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < least || number > most)
    throw new Error(`--${name} must be a whole number from ${least} to ${most}, not "${text}"`);
  return number;
}

// The demo catalogue as one seed file: an owner on localhost, its people, and the products of demo/data/.
import { readdirSync, readFileSync } from 'node:fs';
import { type SeedFile, seedFile } from '../contract/seed.ts';
import { buyers, passwordOf, usualDeposit } from './history/people.ts';

/** The demo shop's name at its payment gateway. */
export const demoMerchant = 'kembara-demo';

const folder = new URL('./data/', import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Record<string, unknown>;

/** `sandbox` is where the demo's own payment gateway answers and the secret that both sides share. */
export function readDemo(sandbox: {
  baseUrl: string;
  secret: string;
  address: string;
  withHistory?: boolean;
}): SeedFile {
  const products = readdirSync(folder)
    .filter((name) => name.startsWith('products-'))
    .sort()
    .map((name) => (read(name).products as Product[]).map(withPlan).map(withCosts));
  const owner = read('owner.json');
  const channels = [
    { channel: 'deposit' },
    { channel: 'credit' },
    { channel: 'offline', ...read('bank.json') },
    { channel: 'sandbox', merchant: demoMerchant, secret: sandbox.secret, baseUrl: sandbox.baseUrl },
  ];
  return seedFile.parse({
    ...read('places.json'),
    phrases: { ...read('phrases.json'), ...(owner.phrases as object) },
    owners: [
      {
        ...(owner.owner as { partners: object[] }),
        ...(sandbox.withHistory && {
          partners: [...(owner.owner as { partners: object[] }).partners, ...buyers.map(partnerOf)],
        }),
        agreements: readAgreements(),
        channels,
        address: sandbox.address,
        products: mix(products),
      },
    ],
  });
}

/** The drafts that every owner is offered, with the demo's name. */
function readAgreements(): object[] {
  const drafts = JSON.stringify(read('../../server/site/agreement/drafts.json'));
  return Object.entries(JSON.parse(drafts.replaceAll('{shop}', 'Kembara Demo Travel'))).map(([kind, draft]) => ({
    kind,
    ...(draft as object),
  }));
}

type Product = Record<string, unknown>;

/** Products name the file of their seat plan; a seed file holds it. */
const withPlan = ({ seatPlanFile, ...product }: Product): Product =>
  seatPlanFile === undefined
    ? product
    : { ...product, seatPlanPicture: readFileSync(new URL(`seats/${seatPlanFile}`, folder), 'base64') };

type Sku = { priceMinor: number };
const costShare = 0.72;

/** Each SKU has a cost: what the owner pays its supplier. */
const withCosts = (product: Product): Product => ({
  ...product,
  packages: (product.packages as { skus: Sku[] }[]).map((pack) => ({
    ...pack,
    skus: pack.skus.map((sku) => ({ ...sku, costMinor: Math.round(sku.priceMinor * costShare) })),
  })),
});

const partnerOf = ({ kind, name, person, email, level }: (typeof buyers)[number]) => ({
  ...{ kind, name, level },
  ...(kind === 'corporate' && { deposit: usualDeposit, credit: 10_000 }),
  users: [
    {
      ...{ kind: kind === 'corporate' ? 'main' : 'member', email, name: person, password: passwordOf(email) },
      ...(kind === 'corporate' && { username: email.split('@')[0] }),
    },
  ],
});

/** One of each country in turn, so that lists by age are varied. */
function mix(lists: Product[][]): Product[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => (list[at] ? [list[at]] : []))).flat();
}

export const demoLogins = [
  ['Member', 'member@example.com', 'member-2026'],
  ['Agent (deposit)', 'agent@example.com', 'agent-2026'],
  ['Back office, admin', 'admin@example.com', 'admin-2026'],
  ['Back office, operations', 'operations@example.com', 'operations-2026'],
  ['Back office, finance', 'finance@example.com', 'finance-2026'],
  ['Back office, content', 'content@example.com', 'content-2026'],
  ['Back office, supplier', 'supplier@example.com', 'supplier-2026'],
] as const;

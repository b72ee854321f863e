// Databases of the bench. One with the catalogue is made once and named after its products and after what it was made from; each run works
// in a copy of it, so that no run finds the orders of another.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Urls } from '../../server/platform/schema/prepare-database.ts';
import { multiplyCatalogue } from './multiply-catalogue.ts';

/** What decides how a loaded database looks: the schema, the demo, and how it is loaded. */
const makings = ['server/migrations', 'server/upkeep', 'demo'];

export type Source = { root: string; dataFolder: string };
/** `days`: of how many days a catalogue beyond 5,000 products has places. */
export type Size = { products: number; days: number };

/** As many as are loaded as a seed is; a larger catalogue is so many times this one. */
export const loadedProducts = 5000;
/** The days of places that the demo has. */
export const allDays = 120;

/** The addresses of the copy. `index` distinguishes the copies of one run. */
export async function copyCatalogue(urls: Urls, source: Source, size: Size, index: number): Promise<Urls> {
  const { products, days } = size;
  const base = `kembara_bench_${products}_${days < allDays ? `${days}_` : ''}${digestOf(source.root, products)}`;
  const copy = `kembara_bench_run_${index}`;
  const admin = new pg.Client({ connectionString: urls.ownerUrl });
  await admin.connect();
  try {
    const known = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [base]);
    if (!known.rowCount) await makeBase(admin, urls, source, size, base);
    await drop(admin, copy);
    await admin.query(`CREATE DATABASE ${copy} TEMPLATE ${base} STRATEGY FILE_COPY`);
  } finally {
    await admin.end();
  }
  return inDatabase(urls, copy);
}

/** The copy of the loaded catalogue that a larger one is made in; runs count theirs from 0. */
const copyForLarge = 9;

export async function dropCopy(urls: Urls, index: number): Promise<void> {
  const admin = new pg.Client({ connectionString: urls.ownerUrl });
  await admin.connect();
  await drop(admin, `kembara_bench_run_${index}`);
  await admin.end();
}

/** A round of autovacuum in the database belongs to the superuser: the owner may not end it, so it is waited for. */
async function drop(admin: pg.Client, name: string, tries = 60): Promise<void> {
  try {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  } catch (error) {
    if ((error as { code?: string }).code !== '42501' || tries === 0) throw error;
    await setTimeout(500);
    await drop(admin, name, tries - 1);
  }
}

/** Loaded under another name and renamed when whole. */
async function makeBase(
  admin: pg.Client,
  urls: Urls,
  source: Source,
  { products, days }: Size,
  base: string,
): Promise<void> {
  const fresh = 'kembara_bench_fresh';
  const began = performance.now();
  await drop(admin, fresh);
  console.log(`Loading ${products} products into ${base} …`);
  if (products > loadedProducts) {
    const loaded = await copyCatalogue(urls, source, { products: loadedProducts, days: allDays }, copyForLarge);
    await admin.query(`ALTER DATABASE ${nameOf(loaded.ownerUrl)} RENAME TO ${fresh}`);
    await multiplyCatalogue(inDatabase(urls, fresh).ownerUrl, { times: products / loadedProducts, days });
  } else {
    await admin.query(`CREATE DATABASE ${fresh}`);
    await loadProducts(inDatabase(urls, fresh), source, products);
  }
  const filled = new pg.Client({ connectionString: inDatabase(urls, fresh).ownerUrl });
  await filled.connect();
  // Else the server would do it automatically, in the middle of a measurement.
  await filled.query('VACUUM (ANALYZE)');
  const { rows } = await filled.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
  await filled.end();
  const gigabytes = (Number(rows[0]?.bytes) / 1e9).toFixed(2);
  console.log(`${base} took ${Math.round((performance.now() - began) / 1000)} s and has ${gigabytes} GB`);
  await admin.query(`ALTER DATABASE ${fresh} RENAME TO ${base}`);
}

function loadProducts({ url, ownerUrl }: Urls, { root, dataFolder }: Source, products: number): Promise<void> {
  const script = join(root, 'scripts', 'seed.ts');
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, '--scale', String(products)],
    {
      cwd: root,
      env: {
        ...process.env,
        DATABASE_URL: url,
        DATABASE_OWNER_URL: ownerUrl,
        DATA_FOLDER: dataFolder,
        SANDBOX_PORT: '0',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const endChild = () => child.kill();
  process.once('exit', endChild);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => process.off('exit', endChild));
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('the catalogue could not be loaded'))));
  });
}

const nameOf = (address: string) => /@[^/?]*\/([^?]*)/.exec(address)?.[1] ?? '';

const inDatabase = ({ url, ownerUrl }: Urls, name: string): Urls => {
  const rename = (address: string) => address.replace(/(@[^/?]*\/)[^?]*/, `$1${name}`);
  return { url: rename(url), ownerUrl: rename(ownerUrl) };
};

function digestOf(root: string, products: number): string {
  const hash = createHash('sha256');
  const read = (path: string) => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) read(join(path, name));
    else if (!path.endsWith('.test.ts')) hash.update(path.slice(root.length)).update(readFileSync(path));
  };
  for (const name of makings) read(join(root, name));
  const multiplied = join(root, 'scripts', 'bench', 'multiply-catalogue.ts');
  // Not in older commits.
  if (products > loadedProducts && existsSync(multiplied)) read(multiplied);
  return hash.digest('hex').slice(0, 8);
}

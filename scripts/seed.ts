// npm run seed -- file.json     loads a seed file (docs/seed.md)
// npm run seed -- --empty       loads the demo without its ninety days of orders, into an empty house
// npm run seed -- --scale 5000  makes a big catalogue in the demo owner out of the demo's products, for measuring
import { readFileSync } from 'node:fs';
import { type SeedFile, seedFile } from '../contract/seed.ts';
import { scaleDemo } from '../demo/scale-demo.ts';
import { readConfig } from '../server/platform/config.ts';
import { loadSeed } from '../server/upkeep/load-seed.ts';
import { analyse } from '../server/upkeep/seed.sql.ts';
import { prepareDemo, prepareEmptyDemo, readOwnDemo } from './demo/prepare-demo.ts';
import { openDatabase, root } from './open-database.ts';

const [first, second] = process.argv.slice(2);
const report = (line: string) => console.log(line);
if (!first || (first === '--scale' && !/^\d{1,6}$/.test(second ?? ''))) {
  console.error('Usage: npm run seed -- file.json   or   npm run seed -- --empty   or   npm run seed -- --scale 5000');
  process.exit(2);
}
const config = readConfig(process.env, root);
const opened = await openDatabase(report, async (owner) => {
  try {
    if (first === '--empty') return await prepareEmptyDemo(owner, config, report);
    if (first === '--scale') await prepareDemo(owner, config, report);
    const file = first === '--scale' ? scaleDemo(readOwnDemo(config), Number(second)) : readFile(first);
    await loadSeed(owner, file, report, new Date());
    await analyse(owner.house);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
});
await opened.close();

function readFile(path: string): SeedFile {
  const parsed = seedFile.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues
    .slice(0, 20)
    .map((issue) => `  ${issue.path.join('.') || 'file'}: ${issue.message}`);
  throw new Error(`${path} is not a seed file:\n${lines.join('\n')}`);
}

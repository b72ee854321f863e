// npm run zones (-- --from 2000 --until 2037 --write): every zone of the runtime on every day on which its clock changes, and on days that
// are odd somewhere, under the rules for days, times, cut-offs and deadlines (tests/build/check-zone.ts). Ends with 1 when one is broken.
import { parseArgs } from 'node:util';
import { changesOf, checkDay, oddDays } from '../../tests/build/check-zone.ts';
import { openRecord } from './open-record.ts';

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '2020' },
    until: { type: 'string', default: '2030' },
    write: { type: 'boolean', default: false },
  },
});
const record = openRecord('zones', values.write);
const zones = Intl.supportedValuesOf('timeZone');
const problems: string[] = [];
const regions = new Map<string, { zones: number; days: number; wrong: number }>();
for (const zone of zones) {
  const days = new Set([...changesOf(zone, Number(values.from), Number(values.until)), ...oddDays]);
  const found = [...days].flatMap((day) => checkDay(zone, day));
  problems.push(...found);
  const name = zone.split('/')[0] ?? zone;
  const region = regions.get(name) ?? { zones: 0, days: 0, wrong: 0 };
  regions.set(name, { zones: region.zones + 1, days: region.days + days.size, wrong: region.wrong + found.length });
}
record.row(['Region', 'Zones', 'Days', 'Wrong']);
for (const [name, region] of regions) record.row([name, region.zones, region.days, region.wrong]);
for (const problem of problems.slice(0, 40)) console.log(`WRONG  ${problem}`);
const checked = [...regions.values()].reduce((sum, region) => sum + region.days, 0);
record.end(
  `${zones.length} zones, ${checked} days with the day before and after each, ${problems.length} wrong`,
  problems.length,
);
process.exit(problems.length ? 1 : 0);

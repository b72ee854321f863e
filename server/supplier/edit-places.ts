// The places that a supplier sells itself, where the owner lets it (rules §10): by month and package, changed under what was seen, never
// below what is held and sold. The owner's calendar writes them.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { addDays, todayIn } from '../../domain/dates.ts';
import { NotHere } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import { listCells } from '../editing/calendar.sql.ts';
import { saveCalendar } from '../editing/save-calendar.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { listSuppliedPackages } from './places.sql.ts';

/** Refuses with NotHere a supplier that may not. */
async function requirePackages(context: Context) {
  const stored = await listSuppliedPackages(context.owner, staffOf(context).accountId);
  if (!stored) throw new NotHere();
  return stored;
}

/** One month of one package; the first package and this month unless asked otherwise. */
export async function showPlaces(
  context: Context,
  input: ParsedInputOf<'consolePlaces'>,
): Promise<OutputOf<'consolePlaces'>> {
  const { owner, language, site, now } = context;
  const packages = await requirePackages(context);
  const today = todayIn(site.zone, now.getTime());
  const chosen = input.package ? packages.find((pack) => String(pack.package_id) === input.package) : packages[0];
  if (input.package && !chosen) throw new NotHere();
  const month = input.month || today.slice(0, 7);
  const from = `${month}-01`;
  const next = `${addDays(from, 31).slice(0, 7)}-01`;
  const cells = chosen ? await listCells(owner, String(chosen.package_id), from, addDays(next, -1)) : [];
  return {
    packages: packages.map((pack) => ({
      id: String(pack.package_id),
      name: `${textIn(pack.names, language)} · ${textIn(pack.package_names, language)}`,
    })),
    package: chosen ? String(chosen.package_id) : '',
    month,
    // A day that is over takes no more places.
    list: cells
      .filter((cell) => cell.on >= today)
      .map(({ on, session, capacity, held, sold }) => ({ on, session, capacity, taken: held + sold })),
  };
}

/** All or none. Refuses changedMeanwhile and capacityInUse. */
export async function savePlaces(
  context: Context,
  { package: packageId, changes }: ParsedInputOf<'consolePlacesSave'>,
): Promise<OutputOf<'consolePlacesSave'>> {
  const packages = await requirePackages(context);
  if (!packages.some((pack) => String(pack.package_id) === packageId)) throw new NotHere();
  const cells = changes.map(({ was, ...cell }) => ({
    ...cell,
    wasCapacity: was,
    prices: [],
    sessionPrices: [],
    costs: [],
    limits: [],
  }));
  await saveCalendar(context, { packageId, changes: cells });
  return {};
}

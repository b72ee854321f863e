// Pick-up areas of products (§5): for the map, and whether they contain an address.
import type { OutputOf } from '../../contract/index.ts';
import { isInside, type Point } from '../../domain/areas.ts';
import { NotHere } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import type { Context } from '../platform/context.ts';
import type { Owner } from '../platform/db.ts';
import { audienceOf } from '../site/hidden.sql.ts';
import { type AreaRow, findAreas, findPickup } from './places.sql.ts';

type AreaIds = { areaIds: string[] };

export async function showAreas(
  { owner, language }: Context,
  { areaIds }: AreaIds,
): Promise<OutputOf<'regionAreasByIds'>> {
  const found = await findAreas(owner, areaIds);
  return {
    list: found.map((area) => ({ id: String(area.area_id), name: textIn(area.names, language), ring: area.ring })),
  };
}

/** Those of the areas that contain a point. Without areas there is no limit, so the point is inside. */
async function judgePoint(
  owner: Owner,
  point: Point,
  areaIds: string[],
): Promise<{ inside: boolean; areas: AreaRow[] }> {
  if (!areaIds.length) return { inside: true, areas: [] };
  const areas = (await findAreas(owner, areaIds)).filter((area) => isInside(area.ring, point));
  return { inside: areas.length > 0, areas };
}

/** §7 PickupPackages: nothing is offered outside; ordering there is still allowed and checked by hand (§5). */
export async function listPickupPackages(
  context: Context,
  { id, ...point }: Point & { id: string },
): Promise<OutputOf<'pickupPackages'>> {
  const { owner, language } = context;
  const pickup = await findPickup(owner, audienceOf(context), id);
  if (!pickup) throw new NotHere();
  const { inside, areas } = await judgePoint(owner, point, pickup.area_ids);
  const packages = pickup.packages.map((pack) => ({ id: String(pack.package_id), name: textIn(pack.names, language) }));
  return { inside, areas: areas.map((area) => textIn(area.names, language)), packages: inside ? packages : [] };
}

export async function searchInArea(
  { owner, language }: Context,
  { areaIds, ...point }: Point & AreaIds,
): Promise<OutputOf<'searchInArea'>> {
  const { inside, areas } = await judgePoint(owner, point, areaIds);
  return { inside, areas: areas.map((area) => textIn(area.names, language)) };
}

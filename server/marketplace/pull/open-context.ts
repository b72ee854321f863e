// A context without a request, for rounds that act for platforms: as a visitor of the shop's own site would have it.
import type { Context, FoundSite } from '../../platform/context.ts';
import type { Owner } from '../../platform/db.ts';
import type { RequestJobs } from '../../platform/jobs.ts';
import { makeSharedContext } from '../../platform/pages/share-page.ts';
import type { RoomParts } from '../../platform/room.ts';
import { findShopHost } from './pulled.sql.ts';

function contextOf(house: RoomParts, site: FoundSite, host: string): Context {
  const { database, jobs, log, vault, config, clock } = house;
  const owner = database.forOwner(site.ownerId);
  const shared = makeSharedContext(
    {
      ...{ site, origin: site.address || `https://${host}`, address: '/' },
      ...{ language: 'en', currency: site.currency, proposed: null },
    },
    {
      ...{ owner, reports: owner, tests: database.forTests(site.ownerId), owners: database },
      ...{ jobs: jobs as RequestJobs, log, vault, places: config.places, ecbUrl: config.ecbUrl },
      ...{ gateways: config.gateways, hooksPrivately: config.hooks.privately },
      ...{ sendsMails: config.smtpUrl !== undefined, now: clock(), clock },
    },
  );
  const nothing = { source: '', agent: '', country: '', browserMark: '', markBrowser() {}, setSession() {} };
  return Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(shared),
      ...Object.getOwnPropertyDescriptors(nothing),
    },
  ) as Context;
}

/** Undefined where the owner has no site. */
export async function openContext(house: RoomParts, owner: Owner): Promise<Context | undefined> {
  const host = await findShopHost(owner);
  const site = await house.findSite(host);
  return site && contextOf(house, site, host);
}

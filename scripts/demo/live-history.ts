// Plays the demo's last ninety days (demo/history): a process of the installation with its clock in the past, and no other visitors.
import { setTimeout as pause } from 'node:timers/promises';
import { makeCaller } from '../../demo/call-house.ts';
import { playHistory } from '../../demo/history/play-history.ts';
import type { GatewayActs } from '../../demo/history/stage.ts';
import { startHouse } from '../../main.ts';
import { refreshCards } from '../../server/editing/cards.sql.ts';
import { closeOverdue } from '../../server/order/close-order.ts';
import type { Config } from '../../server/platform/config.ts';
import { addOptions } from '../../server/platform/database/open-connection.ts';
import { type Database, openPool } from '../../server/platform/db.ts';
import { makeLog } from '../../server/platform/log.ts';
import {
  ageOpenings,
  installMovedClock,
  isLived,
  moveClock,
  movedClockOptions,
  removeMovedClock,
} from '../../server/upkeep/moved-clock.sql.ts';
import { analyse, findDemo, findImageText, insertPastDepartures } from '../../server/upkeep/seed.sql.ts';

const usualDays = 90;
/** Each plans every statement for itself, which takes longer than the history's few callers would wait. */
const connections = 4;

/** `url` is how running processes reach the database. */
export async function liveHistory(
  database: Database,
  config: Config,
  url: string,
  report: (line: string) => void,
  { days = usualDays, gateway }: { days?: number; gateway?: GatewayActs | undefined } = {},
): Promise<void> {
  const { house } = database;
  const demo = await findDemo(house);
  if (!demo) return;
  // A start that was ended in the middle leaves what was lived through until then.
  if (await isLived(database.forOwner(demo.owner_id))) return;
  const began = performance.now();
  report(`Living through the demo's last ${days} days …`);
  await insertPastDepartures(database.forOwner(demo.owner_id), days);
  await ageOpenings(database.forOwner(demo.owner_id), days + 1);
  await analyse(house);
  await installMovedClock(house);
  let late = days * 86_400_000;
  const clock = () => new Date(Date.now() - late);
  const moveTo = async (moment: Date) => {
    late = Date.now() - moment.getTime();
    await moveClock(house, late);
  };
  await moveTo(clock());
  const past = addOptions(url, movedClockOptions);
  const elsewhere = { smtpUrl: undefined, pooler: undefined, standbyUrl: undefined };
  const patient = { longestWaitSeconds: 60 };
  const alone = { ...config, ...elsewhere, ...patient, port: 0, host: '127.0.0.1', role: 'both' as const };
  const post = openPost();
  const mode = { databaseUrl: past, screens: false, log: makeLog('error'), clock, connections, showMail: post.take };
  const running = await startHouse(alone, mode);
  const rounds = openPool(past, 2);
  const doFetch = (path: string, { host = 'localhost', ...init }: RequestInit & { host?: string } = {}) =>
    fetch(`http://${host}:${running.port}${path}`, init);
  try {
    const stage = {
      ...{ call: makeCaller(doFetch), fetch: doFetch, moveTo, host: 'localhost', zone: demo.zone },
      ...{ readLink: post.readLink, readImage: (ticket: string) => findImageText(house, ticket), gateway },
      sweep: async () => void (await closeOverdue(rounds, clock)),
    };
    const orders = await playHistory(stage, new Date(), days);
    report(`The demo has lived through ${days} days: ${orders} orders in ${seconds(began)} s`);
  } finally {
    await running.stop();
    await rounds.close();
    await removeMovedClock(house);
  }
  // Products that were saved in the past have its days on their cards.
  await refreshCards(database.forOwner(demo.owner_id));
}

const seconds = (began: number) => ((performance.now() - began) / 1000).toFixed(1);

/** The mails with links, which a person who starts the demo would read on the screen. */
function openPost() {
  const links = new Map<string, string>();
  return {
    take(line: string) {
      const [, email, link] = /^Mail to (\S+): .*?(https?:\/\/\S+)$/.exec(line) ?? [];
      if (email && link) links.set(email, link);
    },
    async readLink(email: string) {
      for (let tries = 0; tries < 120; tries += 1) {
        const link = links.get(email);
        if (link) return link;
        await pause(250);
      }
      throw new Error(`no mail came to ${email}`);
    },
  };
}

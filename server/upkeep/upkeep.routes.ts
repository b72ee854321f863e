// The installation's own work: it has no calls. Commands (audit, backup, seed) use the other files of this room.
import { deleteOldAnswers } from '../platform/answer-once.sql.ts';
import type { Room } from '../platform/room.ts';
import { maintainMonths } from './maintain-months.ts';
import { measureWork } from './measure-work.ts';

export const upkeepRoom = {
  jobs({ database, registry, clock, config, log }) {
    const { house } = database;
    measureWork(registry, house);
    return {
      async hourly() {
        await deleteOldAnswers(house);
        await maintainMonths({ house, now: clock(), keep: config.archiveMonths, log });
      },
    };
  },
} satisfies Room;

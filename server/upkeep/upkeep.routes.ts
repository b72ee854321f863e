// The house's own work: nobody calls it. Commands (audit, backup, seed) use the other files of this room.
import { deleteOldAnswers } from '../platform/answer-once.sql.ts';
import type { Room } from '../platform/room.ts';
import { measureWork } from './measure-work.ts';

export const upkeepRoom = {
  jobs({ database, registry }) {
    measureWork(registry, database.house);
    return { hourly: () => deleteOldAnswers(database.house) };
  },
} satisfies Room;

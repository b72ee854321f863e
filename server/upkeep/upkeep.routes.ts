// The house's own work: nobody calls it. Commands (audit, backup, seed) use the other files of this room.
import { deleteOldAnswers } from '../platform/answer-once.sql.ts';
import type { Room } from '../platform/room.ts';

export const upkeepRoom = {
  jobs: ({ database }) => ({ hourly: () => deleteOldAnswers(database.house) }),
} satisfies Room;

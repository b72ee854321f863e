// Imports that broke off go on, old ones are deleted, and a process that stops ends its own between two products.
import type { RoomJobs, RoomParts } from '../platform/room.ts';
import { endWork } from './background.ts';
import { goOnWithImports } from './go-on.ts';
import { deleteOldImports } from './import.sql.ts';
import { dropLeftUploads } from './upload-folder.ts';

const lookMilliseconds = 10_000;

export function portingJobs({ database, log, clock: timeOf }: RoomParts): RoomJobs {
  return {
    rounds: [{ everyMilliseconds: lookMilliseconds, run: () => goOnWithImports({ database, log }) }],
    async hourly() {
      await deleteOldImports(database.house);
      await dropLeftUploads(timeOf());
    },
    end: endWork,
  };
}

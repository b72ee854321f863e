// Calls about accounts of staff and the log of their actions (rules §10).
import type { Room } from '../platform/room.ts';
import { listStaff, resetStaff, saveStaff } from './edit-staff.ts';
import { readLog } from './read-log.ts';

export const staffRoom = {
  calls: {
    consoleStaff: listStaff,
    consoleStaffSave: saveStaff,
    consoleStaffReset: resetStaff,
    consoleLog: readLog,
  },
} satisfies Room;

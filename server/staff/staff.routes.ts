// Calls about accounts of staff and the log of their actions (rules §10).
import type { Room } from '../platform/room.ts';
import { listStaff, resetStaff, saveStaff } from './edit-staff.ts';
import { readLog } from './read-log.ts';
import { markStaffStep, showStaffSteps } from './show-first-steps.ts';

export const staffRoom = {
  calls: {
    consoleOnboarding: showStaffSteps,
    consoleOnboardingUpdate: markStaffStep,
    consoleStaff: listStaff,
    consoleStaffSave: (context, input) => saveStaff(context, input),
    consoleStaffReset: (context, input) => resetStaff(context, input),
    consoleLog: readLog,
  },
} satisfies Room;

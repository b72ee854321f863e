// Calls about accounts of staff, the log of their actions, and work that failed (rules §10).
import type { Room } from '../platform/room.ts';
import { listStaff, resetStaff, saveStaff } from './edit-staff.ts';
import { showFailedJobs, tryFailedJob } from './list-failed-jobs.ts';
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
    consoleFailedJobs: showFailedJobs,
    consoleFailedJobAgain: tryFailedJob,
  },
} satisfies Room;

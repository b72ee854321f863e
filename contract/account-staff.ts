// How staff sign in to the back office, and their second factor (rules §10).
import { deskRoles, staffDuties } from '../domain/account-status.ts';
import { done, nothing, z } from './call.ts';

const typed = z.string().max(300);
const role = z.enum(deskRoles);

export const accountStaffCalls = {
  consoleLogin: {
    /** `oneTimeCode` when the account has a second factor, which the refusal `secondFactorNeeded` requests. */
    input: z.strictObject({
      account: typed,
      password: typed,
      oneTimeCode: typed.optional(),
      flow: z.string().min(8).max(64).optional(),
      imageTicket: z.string().max(64).optional(),
      imageCode: typed.optional(),
    }),
    output: z.object({ token: z.string(), name: z.string() }),
  },
  consoleMe: {
    input: nothing,
    output: z.object({
      name: z.string(),
      email: z.string(),
      roles: z.array(role),
      secondFactor: z.boolean(),
      /** What must be done before anything else. */
      duty: z.enum(staffDuties).nullable(),
      customerService: z.boolean(),
      /** A supplier that changes the places of its departures itself. */
      keepsPlaces: z.boolean(),
      /** Of the owner: every moment in the back office is shown in it. */
      zone: z.string(),
    }),
  },
  consolePassword: {
    input: z.strictObject({ current: typed, password: typed, confirmation: typed }),
    output: done,
  },
  /** A new secret, not yet in force: shown as a QR code and as letters. */
  consoleFactorStart: { input: nothing, output: z.object({ secret: z.string(), picture: z.string() }) },
  consoleFactorConfirm: { input: z.strictObject({ code: typed }), output: done },
  consoleFactorStop: { input: z.strictObject({ password: typed }), output: done },
  consoleLogout: { input: nothing, output: done },
};

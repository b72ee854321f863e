// The installation (decision 0315): its owners, and setting up a new one step by step.
import { currency, done, language, listed, nothing, recordId, searched, textsOf, z } from './call.ts';
import { staffCalls } from './staff.ts';

const typed = z.string().max(300);

const written = z.strictObject({ titles: textsOf(120), texts: textsOf(20_000) });

/** What is typed in each step. */
const setup = {
  names: z.strictObject({
    /** Short and unique in the installation; it cannot be changed once the owner is opened. */
    code: typed,
    name: typed,
    legalName: typed,
    legalAddress: z.string().max(2000),
    taxNumber: typed,
  }),
  reach: z.strictObject({
    /** The first is the shop's own address. */
    hostnames: z.array(typed).max(50),
    languages: z.array(language),
    currency,
    zone: z.string().max(60),
  }),
  admin: z.strictObject({ name: typed, email: typed, language }),
  /** Where buyers transfer to, in the owner's currency. */
  transfer: z.strictObject({ texts: textsOf(2000) }),
  registration: written,
  booking: written,
  privacy: written,
};
const steps = z.strictObject(setup).partial();
export type SetupSteps = z.output<typeof steps>;

/** The delivery state of the newest mail to an invited person. */
const mailState = z.object({ state: z.enum(['waiting', 'sent', 'noServer', 'refused']), text: z.string() }).nullable();

/** A cell, where the installation has several (decision 0580), and how many owners live there. */
const cellRow = z.object({ name: z.string(), owners: z.int() });

/** Where an owner is on its way to, or where its former cell still holds a copy. */
const moveState = z.object({
  /** running: a command moves it · stopped: a move or an opening did not end · left: the old copy was not deleted. */
  state: z.enum(['running', 'stopped', 'left']),
  cell: z.string(),
});

const ownerRow = z.object({
  id: z.string(),
  /** open: it sells · closed: the installation closed it · begun: it is being set up. */
  state: z.enum(['open', 'closed', 'begun']),
  code: z.string(),
  name: z.string(),
  hostnames: z.array(z.string()),
  /** Steps that are saved, of an owner that is being set up. */
  saved: z.int(),
  /** Whether one of its admins chose a password. */
  entered: z.boolean(),
  createdAt: z.string(),
  /** Null where there is one cell only, and for what is not open yet. */
  cell: z.string().nullable(),
  move: moveState.nullable(),
});

const reasoned = z.strictObject({ id: recordId, reason: z.string().max(1000) });

const admin = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  language,
  /** The reader's own account. */
  own: z.boolean(),
  /** Whether a password was chosen. */
  entered: z.boolean(),
  lastLoginAt: z.string().nullable(),
  mail: mailState,
});

export const houseCalls = {
  houseOwners: {
    input: z.strictObject({
      ...searched,
      state: z.enum(['open', 'closed', 'begun']).optional(),
    }),
    output: z.object({ ...listed, list: z.array(ownerRow) }),
  },
  /** What the installation knows of an owner: nothing of what it sells. */
  houseOwner: {
    input: z.strictObject({ id: recordId }),
    output: z.object({
      id: z.string(),
      code: z.string(),
      name: z.string(),
      legalName: z.string(),
      legalAddress: z.string(),
      taxNumber: z.string(),
      hostnames: z.array(z.string()),
      languages: z.array(language),
      currency,
      zone: z.string(),
      address: z.string(),
      createdAt: z.string(),
      /** The admin who was invited, as long as none of the owner's admins has entered. */
      invited: z.object({ name: z.string(), email: z.string(), language }).nullable(),
      /** What became of the newest mail to that one. */
      mail: mailState,
      /** Since when the installation has it closed, and why. */
      closed: z.object({ at: z.string(), reason: z.string() }).nullable(),
      cell: z.string().nullable(),
      move: moveState.nullable(),
    }),
  },
  /** Mails the link to a first password, to the invited admin or another in its place. Refuses actionNotAllowed once an admin entered. */
  houseInvite: {
    input: z.strictObject({ id: recordId, name: typed, email: typed, language }),
    output: done,
  },
  /** Its shop and its back office answer no one until it is opened again. Refuses actionNotAllowed when it is closed already. */
  houseOwnerClose: { input: reasoned, output: done },
  houseOwnerReopen: { input: reasoned, output: done },
  houseAdmins: { input: nothing, output: z.object({ list: z.array(admin) }) },
  /** Mails a link to a password; again to one who has none yet. Refuses invalidInput by field. */
  houseAdminInvite: { input: z.strictObject({ name: typed, email: typed, language }), output: done },
  /** Refuses lastAdmin. */
  houseAdminRemove: { input: z.strictObject({ id: recordId }), output: done },
  houseSetup: {
    input: z.strictObject({ id: recordId }),
    output: z.object({
      id: z.string(),
      revision: z.int(),
      steps,
      /** The owner that it became. */
      openedAs: z.string().nullable(),
      begunBy: z.string(),
      /** The cells to choose from, the one with the fewest owners first; none where there is one only. */
      cells: z.array(cellRow),
      /** Whether the installation has a mail server, without which no link to a password is sent. */
      sendsMails: z.boolean(),
    }),
  },
  /** Agreements to begin with, in every language, with the name of the owner that is set up. */
  houseSetupDrafts: {
    input: z.strictObject({ id: recordId }),
    output: z.object({ registration: written, booking: written, privacy: written }),
  },
  /** Saves the steps that are given; the others stay. Without `id` it begins a new one. */
  houseSetupSave: {
    input: z.strictObject({ id: recordId.optional(), revision: z.int().default(0), ...steps.shape }),
    output: z.object({ id: z.string(), revision: z.int() }),
  },
  houseSetupDelete: { input: z.strictObject({ id: recordId }), output: done },
  /**
   * Opens the owner with the saved steps, in `cell`; without it in the one with the fewest owners. Refuses invalidInput by `step.field`, by
   * `step` if it was not saved, and by `cell` if there is none of that name or if it holds an unfinished copy of this owner.
   */
  houseSetupOpen: {
    input: z.strictObject({ id: recordId, revision: z.int(), cell: z.string().max(40).optional() }),
    output: z.object({ id: z.string() }),
  },
  /** What admins of the installation did. */
  houseLog: staffCalls.consoleLog,
};

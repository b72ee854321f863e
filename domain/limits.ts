// Numbers of §9 and decisions §9 in one place. Units are in the names.

export const limits = {
  bookDataSeconds: 3600,
  codeLifeSeconds: 600,
  codeTries: 5,
  codeTriesPerEmailDay: 20,
  codeSendsPerEmailHour: 5,
  codeSendsPerSourceHour: 30,
  codeResendSeconds: 60,
  captchaLifeSeconds: 120,
  keepLoginSeconds: 7 * 86_400,
  idleLoginSeconds: 12 * 3600,
  loginTriesPerAccountHour: 20,
  loginTriesPerSourceHour: 100,
  /** All accounts and sources of a site together. */
  loginTriesOverallMinute: 600,
  /** Failures after which the image code is asked for. */
  loginFailuresBeforeImage: 2,
  signUpsPerSourceHour: 20,
  linkSendsPerEmailHour: 5,
  passwordTriesPerAccountHour: 10,
  exportsPerAccountHour: 20,
  rechargesPerAccountHour: 60,
  /** The largest amount that is paid in or adjusted at once, in the smallest unit. */
  largestMoveMinor: 10_000_000_000,
  /** Rows of one statement as a file. */
  statementRows: 50_000,
  /** Questions to a provider of places that charges for each. */
  placeSearchesPerSourceHour: 300,
  linkLifeSeconds: { activate: 86_400, reset: 1800, handOver: 60 },
  signUpKeptDays: 7,
  nonceLifeSeconds: 600,
  payQrSeconds: 900,
  payPollSeconds: { first: 3, slowest: 10 },
  searchPageSize: 20,
  listPageSizes: [10, 20, 50],
  nameLength: 50,
  phoneLength: 20,
  emailLength: 120,
  agentReferenceLength: 40,
  remarkLength: 2000,
  queryLength: 80,
  linesPerOrder: 10,
  calendarDays: 120,
} as const;

/** Limits that an owner may set to numbers of its own (back office, settings). */
export const ownLimits = [
  'codeTriesPerEmailDay',
  'codeSendsPerEmailHour',
  'codeSendsPerSourceHour',
  'loginTriesPerAccountHour',
  'loginTriesPerSourceHour',
  'loginTriesOverallMinute',
  'signUpsPerSourceHour',
  'linkSendsPerEmailHour',
  'exportsPerAccountHour',
] as const;
export type OwnLimit = (typeof ownLimits)[number];

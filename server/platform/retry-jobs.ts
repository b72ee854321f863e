// How often and how long jobs are tried (decision 0788).

/** A job that runs longer moves to another process even if its process is alive. */
export const expireInSeconds = 300;
export const usualTries = 10;
export const retrying = { retryLimit: usualTries, retryDelay: 2, retryBackoff: true, retryDelayMax: 600 };

/**
 * The usual tries end after half an hour. A mail server may be away or limit its callers for longer: a mail is tried for a day, which are
 * 144 pauses of ten minutes.
 */
export const retryLimitOf = (name: string) => (name === 'mail.deliver' ? usualTries + 144 : usualTries);

/** What another server refused for good: such a job is tried as often as is usual, also in a queue that tries more often. */
export class FinalProblem extends Error {}

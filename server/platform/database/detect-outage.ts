// Distinguishes failures of the database server (away, restarting, read-only, full, out of connections) from failures of a
// statement. The first kind is answered with 503 and Retry-After: the request itself was fine.

/** `crowded`: others have all connections that the server grants, and this process has none. */
export type DatabaseState = 'up' | 'away' | 'read-only' | 'full' | 'crowded';

/** SQLSTATE classes and codes of failures of the server, its disk or the connection. */
const outageClasses = ['08', '53', '57P', '58'];
const outageCodes = new Set([
  '25006', // read-only: a standby, or a server switched to reading
  '25P03', // idle in transaction for too long: this process was stopped for a while
  '57014', // cancelled by an administrator
  'KB002', // the owner moves, or moved, to another cell (platform/cells)
]);
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT', // the socket file of a local server that is away
]);
/** The driver's own words, which come without a code. */
const driverWords = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after calling end',
];

/** The database or its connection failed, or is known to be away. The request may or may not have been carried out. */
export class DatabaseAway extends Error {
  constructor(why: string, cause?: unknown) {
    super(why, { cause });
    this.name = 'DatabaseAway';
  }
}

type Failure = {
  code?: string;
  message?: string;
  /** The function of the server's source that raised it: the same in all languages of its messages. */
  routine?: string;
  cause?: unknown;
  errors?: unknown[];
  syscall?: string;
};

/** True when the database or its connection failed, so that the same request may work a moment later. */
export function isOutage(error: unknown): boolean {
  if (error instanceof DatabaseAway) return true;
  if (!error || typeof error !== 'object') return false;
  const { code = '', message = '', cause, errors } = error as Failure;
  if (isReadOnly(error)) return true;
  if (isServerCode(code)) return outageCodes.has(code) || outageClasses.some((start) => code.startsWith(start));
  // A missing file elsewhere is a bug; an error of a socket names its system call.
  if (socketCodes.has(code)) return code !== 'ENOENT' || (error as Failure).syscall === 'connect';
  if (driverWords.some((words) => message.startsWith(words))) return true;
  // A name with several addresses fails with one error for each; a wrapped error says why.
  return (errors?.length ? errors.every(isOutage) : false) || (cause ? isOutage(cause) : false);
}

/** The connection is gone; the server may be there. */
export function isBroken(error: unknown): boolean {
  const { code = '' } = error as Failure;
  return isOutage(error) && (!isServerCode(code) || code.startsWith('57P') || code.startsWith('08'));
}

/**
 * The server refuses writes: it became a standby, or its administrator made it read-only. A standby refuses a transaction that may write
 * already at its beginning, as a value that the setting cannot have.
 */
export function isReadOnly(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as Failure;
  return code === '25006' || (code === '0A000' && routine === 'call_bool_check_hook');
}

/**
 * The server ended a commit's wait for the standby: the commit is on this server alone, and is lost if another replaces it (decision 0703).
 * It says so in a notice beside its usual answer.
 */
export function isUnconfirmed({ routine }: { routine?: string | undefined }): boolean {
  return routine === 'SyncRepWaitForLSN';
}

/** An upgrade changed the result of a prepared statement: it did not run, and a new connection prepares it again. */
export function isStale(error: unknown): boolean {
  const { code, message = '' } = (error ?? {}) as Failure;
  return code === '0A000' && message.startsWith('cached plan');
}

/** This cluster does not serve the owner, or not at this moment (decision 0491). */
export function isOfOtherCell(error: unknown): boolean {
  return (error as Failure | undefined)?.code === 'KB002';
}

/** The server's disk is full. */
export function isFull(error: unknown): boolean {
  return (error as Failure | undefined)?.code === '53100';
}

/** The server answers, but has no free connection. */
export function isCrowded(error: unknown): boolean {
  return (error as Failure | undefined)?.code === '53300';
}

/** A row or table was not free within the statement's lock_timeout. */
export function isLocked(error: unknown): boolean {
  return (error as Failure | undefined)?.code === '55P03';
}

/** A statement that this process cancelled because it waited for a lock. */
export function lockedError(cause: unknown): unknown {
  if ((cause as Failure | undefined)?.code !== '57014') return cause;
  return Object.assign(new Error('a row was not free in time', { cause }), { code: '55P03' });
}

function isServerCode(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && code !== 'EPIPE';
}

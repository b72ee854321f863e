// What every room exports, in the same shape: calls, files, public addresses and jobs. `server/rooms.ts` lists the rooms.
import type { Registry } from 'prom-client';
import type { fileRoutes } from '../../contract/calls.ts';
import type { RefusalName } from '../../domain/errors.ts';
import type { Handlers, MakeContext } from './bind.ts';
import type { Config } from './config.ts';
import type { Clock, Context, FoundSite } from './context.ts';
import type { Database, Owner } from './db.ts';
import type { App, FastifyReply, FastifyRequest } from './http.ts';
import type { JobData, JobName, Jobs, StoredJob } from './jobs.ts';
import type { Logger } from './log.ts';
import type { RunRound } from './repeat-rounds.ts';
import type { Vault } from './vault.ts';

/** Shared objects of one process. */
export type RoomParts = {
  database: Database;
  jobs: Jobs;
  log: Logger;
  vault: Vault;
  /** What /metrics shows of this house. */
  registry: Registry;
  config: Config;
  clock: Clock;
  findSite(host: string): Promise<FoundSite | undefined>;
  makeContext: MakeContext;
  /** Without a mail server: prints the demo's codes and links to the terminal. */
  showMail?: ((line: string) => void) | undefined;
};

export type AnswerFile = (context: Context, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** A route whose body is not JSON: bytes that are read whole, or a stream that the route reads itself. */
export type TakesBody = {
  answer: AnswerFile;
  takes: 'bytes' | 'stream';
  /** Largest body in bytes; a larger one is not read. */
  mostBytes?: number;
  /** The refusal of a body that is too large; without it the answer is HTTP 413. */
  tooLarge?: RefusalName;
};

/** Routes of the addresses in contract/file-routes.ts. */
export type FileAnswers = { [Name in keyof typeof fileRoutes]: AnswerFile | TakesBody };

/** Routes of addresses that browsers and search engines know. They need no sign-in. */
export type PublicAnswers = Record<`/${string}`, (request: FastifyRequest, reply: FastifyReply) => unknown>;

/**
 * `ofRequests`: saves what this process counted while it answered; all others are done by any process for all. `atStart`: what has become
 * old while no process ran would be seen until the first pause is over. `byClock`: does what is due by the clock of this process, and waits
 * while that is wrong; without it a round goes by the database's.
 */
type Round = { everyMilliseconds: number; run: RunRound; ofRequests?: true; atStart?: true; byClock?: true };

export type RoomJobs = {
  /** Jobs queued by a commit, by the name of their queue. */
  queue?: { [Name in JobName]?: (owner: Owner, data: StoredJob<Name>) => Promise<void> };
  /** The same for queues whose jobs cost less together: the answers are the errors of those that failed, at their places. */
  batches?: { [Name in JobName]?: (owner: Owner, list: JobData[Name][]) => Promise<unknown[]> };
  /** Repeated work, each with its interval. */
  rounds?: Round[];
  /** Hourly work: one room after the other. */
  hourly?(): Promise<unknown>;
  /** Runs once when the process stops, after the room's last round. */
  end?(): Promise<void>;
};

export type Room = {
  calls?: Partial<Handlers>;
  files?: Partial<FileAnswers>;
  publicFiles?(house: RoomParts): PublicAnswers;
  jobs?(house: RoomParts): RoomJobs;
  /** Addresses of another standard, with bodies and errors of its own. */
  bind?(app: App, house: RoomParts): void;
};

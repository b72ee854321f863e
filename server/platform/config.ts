// Settings of one process, read once from the environment and validated at the start.
import { availableParallelism } from 'node:os';

import { hookRules } from '../../domain/systems.ts';
import { type DatabaseCell, readDatabaseCells } from './cells/cells.ts';
import type { Pooler } from './database/through-pooler.ts';

export type Config = {
  port: number;
  host: string;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** How long the mail server may take for one mail. */
  mailSeconds: number;
  /** Addresses of proxies whose X-Forwarded-* headers are believed (security rule 47). */
  trustedProxies: string[];
  /** Port of the demo's own payment gateway; 0 switches it off. */
  sandboxPort: number;
  /** Whether an empty database gets the demo shop; its sign-ins are public, so real installations say DEMO=0. */
  demo: boolean;
  /** Whether cookies are Secure: true behind https. */
  secureCookies: boolean;
  dataFolder: string;
  /** Seals stored keys; generated and saved in the data folder when not set. */
  houseKey: string | undefined;
  /** Opens /ready, /metrics and /docs to callers that send it as a bearer token. */
  metricsToken: string | undefined;
  /** Addresses and networks that may open them without a token; empty: this machine and private networks; `*`: all. */
  metricsFrom: string[];
  /** How long a stopping process still accepts requests, so that a balancer notices. */
  drainSeconds: number;
  /** How long a request may wait altogether for connections and rows before it is answered 503. */
  longestWaitSeconds: number;
  /** When the work of a silent process moves to another one. */
  jobs: JobPace;
  /** `web` answers requests and leaves background work to others; `worker` does the opposite. */
  role: Role;
  /** Processes on one port. */
  workers: number;
  /** Header of a trusted proxy that names the caller's country, such as cf-ipcountry. */
  countryHeader: string | undefined;
  logLevel: string;
  /** Address of the European Central Bank's daily reference rates. */
  ecbUrl: string;
  places: PlacesConfig;
  /**
   * Payment gateways at other addresses than usual, by channel: GATEWAY_STRIPE_URL, and further addresses: GATEWAY_WECHAT_OPEN_URL.
   * `sandboxOwn` is the test gateway that `npm start` opens.
   */
  gateways: Record<string, string>;
  hooks: HooksConfig;
  /** How many months of history stay at hand before they move into the archive (decision 0530). */
  archiveMonths: number;
  /** What goes to a collector of OpenTelemetry; the packages read its address and the rest by themselves. */
  telemetry: Telemetry;
  /** The same database through a pooler in transaction mode, for requests (decision 0425). */
  pooler: Pooler | undefined;
  /** A standby of the same database that answers reports, lists as files and statements (decision 0451). */
  standbyUrl: string | undefined;
  /** The clusters that owners live in, the one with the directory first (decision 0490); empty where there is only one. */
  cells: DatabaseCell[];
};

export type Telemetry = { traces: boolean; metrics: boolean };

/** Web hooks (decision 0361). */
type HooksConfig = {
  /** Tests and developers may send them to this machine and over plain http. */
  privately: boolean;
  /** From one try to the next; after the last there is none. */
  retrySeconds: readonly number[];
  answerSeconds: number;
};

/**
 * Seconds of silence after which another process takes a running job, how often that is checked, and how old work that follows an order
 * may become while requests keep the process busy.
 */
export type JobPace = { silentSeconds: number; lookSeconds: number; yieldSeconds: number };
export const usualPace: JobPace = { silentSeconds: 15, lookSeconds: 10, yieldSeconds: 20 };

/** Source of addresses and maps; without a key and tiles, the built-in list and land shapes. */
export type PlacesConfig = {
  googleKey: string | undefined;
  googleUrl: string;
  /** Raster tiles with {z}, {x} and {y}. */
  tilesUrl: string | undefined;
  tilesAttribution: string;
};

const roles = ['both', 'web', 'worker'] as const;
type Role = (typeof roles)[number];

export function readConfig(env: NodeJS.ProcessEnv, root: string): Config {
  const port = portOf(env.PORT, 3000, 'PORT');
  const sandboxPort = portOf(env.SANDBOX_PORT, port === 0 ? 0 : port + 1, 'SANDBOX_PORT');
  return {
    port,
    host: env.HOST ?? '0.0.0.0',
    smtpUrl: env.SMTP_URL || undefined,
    mailFrom: env.MAIL_FROM ?? 'Kembara <no-reply@localhost>',
    mailSeconds: Math.max(1, secondsOf(env.MAIL_SECONDS, 50, 'MAIL_SECONDS')),
    trustedProxies: (env.TRUSTED_PROXIES ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
    sandboxPort,
    demo: env.DEMO !== '0',
    secureCookies: env.SECURE_COOKIES === '1',
    dataFolder: env.DATA_FOLDER || `${root}/.data`,
    houseKey: env.SECRET_KEY || undefined,
    metricsToken: env.METRICS_TOKEN || undefined,
    metricsFrom: (env.METRICS_FROM ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
    drainSeconds: secondsOf(env.DRAIN_SECONDS, 2, 'DRAIN_SECONDS'),
    longestWaitSeconds: Math.max(1, secondsOf(env.LONGEST_WAIT_SECONDS, 2, 'LONGEST_WAIT_SECONDS')),
    jobs: {
      // The queue takes no less than ten.
      silentSeconds: Math.max(10, secondsOf(env.JOB_SILENT_SECONDS, usualPace.silentSeconds, 'JOB_SILENT_SECONDS')),
      lookSeconds: Math.max(1, secondsOf(env.JOB_LOOK_SECONDS, usualPace.lookSeconds, 'JOB_LOOK_SECONDS')),
      yieldSeconds: secondsOf(env.JOB_YIELD_SECONDS, usualPace.yieldSeconds, 'JOB_YIELD_SECONDS'),
    },
    role: roleOf(env.ROLE || 'both'),
    workers: workersOf(env.WORKERS || '1'),
    countryHeader: env.COUNTRY_HEADER?.toLowerCase() || undefined,
    logLevel: env.LOG_LEVEL ?? 'info',
    ecbUrl: webAddressOf(env.ECB_URL, 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml', 'ECB_URL'),
    places: {
      googleKey: env.GOOGLE_PLACES_KEY || undefined,
      googleUrl: addressOf(env.GOOGLE_PLACES_URL, 'https://places.googleapis.com/v1', 'GOOGLE_PLACES_URL'),
      tilesUrl: env.MAP_TILES_URL ? addressOf(env.MAP_TILES_URL, '', 'MAP_TILES_URL') : undefined,
      tilesAttribution: env.MAP_TILES_ATTRIBUTION ?? '',
    },
    gateways: { ...(sandboxPort ? { sandboxOwn: ownGatewayAt(sandboxPort) } : {}), ...readGateways(env) },
    archiveMonths: monthsOf(env.ARCHIVE_MONTHS || '6'),
    standbyUrl: env.DATABASE_READ_URL || undefined,
    telemetry: readTelemetry(env),
    cells: readDatabaseCells(env.CELLS),
    pooler: env.DATABASE_POOL_URL
      ? { url: env.DATABASE_POOL_URL, prepares: env.DATABASE_POOL_PREPARES === '1' }
      : undefined,
    hooks: {
      privately: env.HOOKS_PRIVATELY === '1',
      retrySeconds: env.HOOKS_RETRY_SECONDS ? env.HOOKS_RETRY_SECONDS.split(',').map(Number) : hookRules.retrySeconds,
      answerSeconds: secondsOf(env.HOOKS_ANSWER_SECONDS, hookRules.answerSeconds, 'HOOKS_ANSWER_SECONDS'),
    },
  };
}

/** By the names of OpenTelemetry's specification. Without a collector's address nothing is sent, and nothing of it is loaded. */
function readTelemetry(env: NodeJS.ProcessEnv): Telemetry {
  const sends = (what: 'TRACES' | 'METRICS') =>
    env.OTEL_SDK_DISABLED?.toLowerCase() !== 'true' &&
    env[`OTEL_${what}_EXPORTER`] !== 'none' &&
    Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT || env[`OTEL_EXPORTER_OTLP_${what}_ENDPOINT`]);
  return { traces: sends('TRACES'), metrics: sends('METRICS') };
}

function roleOf(text: string): Role {
  const role = roles.find((role) => role === text);
  if (!role) throw new Error(`ROLE must be one of ${roles.join(', ')}, not "${text}"`);
  return role;
}

/** `auto`: as many as the machine has cores. */
function workersOf(text: string): number {
  const count = text === 'auto' ? availableParallelism() : Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 64)
    throw new Error(`WORKERS must be auto or a number from 1 to 64, not "${text}"`);
  return count;
}

/** Not below three: what waits for a marketplace or a supplier reads the months at hand only. */
function monthsOf(text: string): number {
  const months = Number(text);
  if (!Number.isInteger(months) || months < 3 || months > 120)
    throw new Error(`ARCHIVE_MONTHS must be a number of months from 3 to 120, not "${text}"`);
  return months;
}

/** Where processes of this machine reach its test gateway. */
export const ownGatewayAt = (port: number) => `http://127.0.0.1:${port}`;

function readGateways(env: NodeJS.ProcessEnv): Record<string, string> {
  const gateways: Record<string, string> = {};
  for (const [name, address] of Object.entries(env)) {
    const match = /^GATEWAY_([A-Z0-9_]+)_URL$/.exec(name);
    if (!match?.[1] || !address) continue;
    const channel = match[1].toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    gateways[channel] = addressOf(address, '', name);
  }
  return gateways;
}

function addressOf(text: string | undefined, fallback: string, name: string): string {
  if (!text) return fallback;
  if (!/^https?:\/\/[^/{}]+/.test(text) || !URL.canParse(text.replace(/[{}]/g, '')))
    throw new Error(`${name} must be an http or https address, not "${text}"`);
  return text.replace(/\/+$/, '');
}

function webAddressOf(text: string | undefined, fallback: string, name: string): string {
  const address = text || fallback;
  if (!/^https?:\/\/./.test(address) || !URL.canParse(address))
    throw new Error(`${name} must be a web address, not "${address}"`);
  return address;
}

function secondsOf(text: string | undefined, fallback: number, name: string): number {
  const seconds = text ? Number(text) : fallback;
  if (!(seconds >= 0 && seconds <= 600)) throw new Error(`${name} must be a number of seconds, not "${text}"`);
  return seconds;
}

function portOf(text: string | undefined, fallback: number, name: string): number {
  if (!text) return fallback;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`${name} must be a port number, not "${text}"`);
  return port;
}

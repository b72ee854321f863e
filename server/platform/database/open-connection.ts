// Opens connections to the database: to the named host that accepts writes (DATABASE_URL may name several), and never
// one whose failure could end the process.
import pg from 'pg';
import { isCrowded, isUnconfirmed } from './detect-outage.ts';

/** A connection outside of the pool, and what it shares with one of the pool. */
export type LoneClient = pg.Client;
export type AnyClient = pg.ClientBase;

/** The current address of the database. */
export type Address = {
  /** The address to try now. */
  current(): string;
  /** The given address failed: the next host is tried. */
  failed(url: string): void;
  /** How many hosts there are; a standby among several is passed over. */
  count: number;
};

/** `postgres://user:password@first:5432,second:5432/name` is one address for each host. */
function splitHosts(url: string): string[] {
  const [, head = '', hosts = '', tail = ''] = /^([a-z]+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? [];
  if (!hosts.includes(',')) return [url];
  return hosts.split(',').map((host) => `${head}${host.trim()}${tail}`);
}

/** Shared by a whole process: a command that opens many connections does not start at a dead host each time. */
const known = new Map<string, Address>();

export function findAddress(url: string): Address {
  const address = known.get(url) ?? makeAddress(url);
  known.set(url, address);
  return address;
}

function makeAddress(url: string): Address {
  const urls = splitHosts(url);
  let at = 0;
  return {
    current: () => urls[at] ?? url,
    failed(tried) {
      if (urls[at] === tried) at = (at + 1) % urls.length;
    },
    count: urls.length,
  };
}

/**
 * The address with further options of a session. What it asked for already comes first, so that ours counts: the driver itself would
 * drop ours, and with them the tables of the test mode.
 */
export function addOptions(url: string, options: string | undefined): string {
  if (!options) return url;
  const [address = '', query] = url.split('?', 2);
  const fields = new URLSearchParams(query);
  fields.set('options', `${fields.get('options') ?? ''} ${options}`.trim());
  return `${address}?${fields}`;
}

const connectMilliseconds = 5000;

type Connected = (error: Error) => void;

/**
 * The driver's client for the current address. A client handed out by the pool has no error listener, and an unhandled error ends the
 * process when the server goes away: so each client listens for itself. The running query fails all the same.
 */
export function clientFor(address: Address): typeof pg.Client {
  return class HouseClient extends pg.Client {
    readonly url: string;
    /** A commit here is on no second server: it must not be acknowledged. */
    isUnconfirmed = false;

    constructor(config: pg.ClientConfig = {}) {
      const url = address.current();
      super({
        ...config,
        connectionString: addOptions(url, config.options),
        connectionTimeoutMillis: config.connectionTimeoutMillis || connectMilliseconds,
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
      });
      this.url = url;
      this.on('error', () => undefined);
      this.on('notice', (notice) => {
        this.isUnconfirmed ||= isUnconfirmed(notice);
      });
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      const opening = this.open();
      if (!callback) return opening;
      opening.then(() => callback(undefined as never), callback);
      return undefined;
    }

    private async open(): Promise<pg.Client> {
      try {
        await super.connect();
        if (address.count > 1 && (await isStandby(this))) throw standbyError();
      } catch (error) {
        // A full server is still the right one: another host would not accept writes.
        if (!isCrowded(error)) address.failed(this.url);
        cut(this);
        throw error;
      }
      return this;
    }
  };
}

/** Closes a connection at once; the driver has no public method for one that does not answer. */
export function cut(client: pg.Client | pg.PoolClient): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

/** A connection outside of the pool. The caller ends it. */
export async function openConnection(address: Address, settings: pg.ClientConfig): Promise<pg.Client> {
  const Client = clientFor(address);
  const client = new Client(settings);
  await client.connect();
  return client;
}

async function isStandby(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ standby: boolean }>(
    `SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean AS standby`,
  );
  return rows[0]?.standby ?? false;
}

function standbyError(): Error {
  return Object.assign(new Error('this host of DATABASE_URL takes no writes'), { code: '25006' });
}

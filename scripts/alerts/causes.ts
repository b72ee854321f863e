// What causes each alert, and what its page says against it. `done` undoes the cause where the page cannot: it plays the world outside.
import pg from 'pg';
import { actAt } from '../../tests/build/open-gateway.ts';
import { fillOrder, newKey, placeOrder } from '../../tests/build/place-orders.ts';
import type { Scene } from './open-scene.ts';

export type Cause = {
  alerts: string[];
  /** For the table. */
  row: string;
  /** Runs until what it gives back is called. */
  begin(scene: Scene): Promise<() => Promise<void>>;
  /** Runs the commands of the first alert's page. */
  byPage?: true;
};

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const signIn = async ({ call }: Scene): Promise<string> => {
  const answer = await call('login', { account: 'agent@one.example', password: 'agent-2026' });
  return answer.data.token;
};

const signInStaff = async ({ call }: Scene): Promise<string> => {
  const answer = await call('consoleLogin', { account: 'admin@one.example', password: 'admin-2026' });
  return answer.data.token;
};

/** Statements across owners, as the operator runs them. */
const change = ({ owner }: Scene, text: string) => owner.pool.query(`SET app.owner_id = '0'; ${text}`);

const readRow = async <Row>({ owner }: Scene, text: string): Promise<Row> => {
  const results = (await owner.pool.query(`SET app.owner_id = '0'; ${text}`)) as unknown as { rows: Row[] }[];
  const row = results.at(-1)?.rows[0];
  if (!row) throw new Error(`nothing found: ${text}`);
  return row;
};

/** A cause that does not come about is an error, not a silence. */
async function untilSo(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + 60_000;
  while (!(await isSo())) {
    if (performance.now() > until) throw new Error(`not within a minute: ${what}`);
    await pause(500);
  }
}

/** Asks again and again, in the background, until it is stopped. */
function repeat(ask: () => Promise<unknown>, milliseconds: number): () => void {
  let over = false;
  void (async () => {
    while (!over) {
      await ask().catch(() => undefined);
      await pause(milliseconds);
    }
  })();
  return () => {
    over = true;
  };
}

const aged = `created_on = created_on - interval '20 minutes'`;

export const causes: Cause[] = [
  {
    alerts: ['ProcessDown'],
    row: 'the process is killed; started again',
    async begin(scene) {
      await scene.endMember(0);
      return () => scene.startMember(0);
    },
  },
  {
    alerts: ['DatabaseAway', 'ErrorsMany'],
    row: 'the wire to the database is cut while pages are asked for; mended',
    async begin(scene) {
      const stop = repeat(() => scene.call('webSettings', {}), 50);
      scene.wire.cut();
      return async () => {
        scene.wire.mend();
        await pause(15_000);
        stop();
      };
    },
  },
  {
    alerts: ['OrdersSlow', 'ConnectionsScarce'],
    row: 'a session locks all orders while forty are placed; the page’s command ends it',
    byPage: true,
    async begin(scene) {
      const token = await signIn(scene);
      const input = await fillOrder(scene, token);
      const locker = new pg.Client({ connectionString: scene.server.ownerUrl, application_name: 'somebody' });
      locker.on('error', () => undefined);
      await locker.connect();
      await locker.query('BEGIN; LOCK TABLE purchase IN ACCESS EXCLUSIVE MODE');
      const order = () => scene.call('createOrder', input, { token, key: newKey() });
      const stop = repeat(() => Promise.all(Array.from({ length: 40 }, order)), 20);
      // The page’s command ends sessions that have held locks for a minute.
      await pause(60_000);
      return async () => {
        stop();
        await locker.end().catch(() => undefined);
      };
    },
  },
  {
    alerts: ['LoopBusy'],
    row: 'the process gets the processor for a fifth of the time; given back',
    async begin({ members }) {
      const child = members.get(0);
      const stop = repeat(async () => {
        child?.kill('SIGSTOP');
        await pause(800);
        child?.kill('SIGCONT');
      }, 200);
      return async () => {
        stop();
        await pause(1000);
        child?.kill('SIGCONT');
      };
    },
  },
  {
    alerts: ['JobsLate'],
    row: 'orders are placed while no process works (ROLE=web), their jobs made old; a worker is started',
    async begin(scene) {
      await scene.endMember(0);
      await scene.startMember(0, { ROLE: 'web' });
      await placeOrder(scene, await signIn(scene));
      await change(scene, `UPDATE pgboss.job SET ${aged} WHERE state < 'active'`);
      return async () => {
        await scene.startMember(1, { ROLE: 'worker' });
      };
    },
  },
  {
    alerts: ['MailsStuck'],
    row: 'the mail server refuses, waiting mails are made old; it takes mails again, and the page’s command sends them',
    byPage: true,
    async begin(scene) {
      scene.fails.mail = true;
      await placeOrder(scene, await signIn(scene));
      await pause(4000);
      await change(scene, `UPDATE pgboss.job SET ${aged} WHERE state < 'active' AND name ~ 'deliver'`);
      return async () => {
        scene.fails.mail = false;
      };
    },
  },
  {
    alerts: ['JobsDead'],
    row: 'the mail server refuses and a mail has no tries left; it takes mails again, and the page’s command repeats the job',
    byPage: true,
    async begin(scene) {
      scene.fails.mail = true;
      await placeOrder(scene, await signIn(scene));
      await pause(3000);
      const last = `retry_limit = retry_count, start_after = now()`;
      await change(scene, `UPDATE pgboss.job SET ${last} WHERE state < 'active' AND name = 'mail.deliver'`);
      return async () => {
        scene.fails.mail = false;
      };
    },
  },
  {
    alerts: ['GatewaySilent', 'PaymentsInQuestion'],
    row: 'the gateway’s address leads nowhere while buyers pay, and their time ends; it leads there again',
    async begin(scene) {
      const token = await signIn(scene);
      const begun = await placeOrder(scene, token);
      await scene.call('paying', { id: begun, channel: 'sandbox' }, { token, key: newKey() });
      scene.gateway.to('http://127.0.0.1:9');
      const stop = repeat(async () => {
        const id = await placeOrder(scene, token);
        await scene.call('paying', { id, channel: 'sandbox' }, { token, key: newKey() });
      }, 1000);
      await change(scene, `UPDATE payment SET expires_at = now() - interval '10 minutes' WHERE live`);
      return async () => {
        stop();
        scene.gateway.mend();
      };
    },
  },
  {
    alerts: ['RefundsInQuestion'],
    row: 'a paid order’s cancellation is approved while the gateway’s address leads nowhere, and that is made old; it leads there again',
    byPage: true,
    async begin(scene) {
      const token = await signIn(scene);
      const orderNo = await placeOrder(scene, token);
      await scene.call('paying', { id: orderNo, channel: 'sandbox' }, { token, key: newKey() });
      const paid = `SELECT provider_ref AS id, NOT live AS over FROM payment WHERE order_no = '${orderNo}'`;
      await actAt(scene.gateway.url, (await readRow<{ id: string }>(scene, paid)).id, 'pay');
      await untilSo('the payment is over', async () => {
        await change(scene, 'UPDATE payment SET next_poll_at = now() WHERE live');
        return (await readRow<{ over: boolean }>(scene, paid)).over;
      });
      scene.gateway.to('http://127.0.0.1:9');
      const cancelled = await scene.call('cancelOrder', { orderNo }, { token, key: newKey() });
      if (cancelled.code !== 200) throw new Error(`not cancelled: ${cancelled.msg}`);
      // A confirmed order waits for its staff's decision (§4).
      const id = cancelled.data.requests[0]?.id ?? '';
      const as = { token: await signInStaff(scene) };
      const decided = await scene.call('consoleCancelDecide', { id, approve: true }, as);
      if (decided.code !== 200) throw new Error(`not approved: ${decided.msg}`);
      const count = `SELECT count(*)::int AS n FROM refund WHERE order_no = '${orderNo}'`;
      await untilSo('the refund is asked for', async () => (await readRow<{ n: number }>(scene, count)).n > 0);
      await change(scene, `UPDATE refund SET created_at = created_at - interval '20 minutes'`);
      return async () => scene.gateway.mend();
    },
  },
  {
    alerts: ['HooksPaused'],
    row: 'a receiver answers 500, and that is made old; it answers 200, and the page’s command lets the hook go on',
    byPage: true,
    async begin(scene) {
      const token = await signIn(scene);
      const wish = { address: scene.receiverUrl, types: ['order.placed' as const] };
      const made = await scene.call('consoleHookCreate', wish, { token: await signInStaff(scene) });
      if (made.code !== 200) throw new Error(`no hook: ${made.msg}`);
      scene.fails.receiver = true;
      await placeOrder(scene, token);
      await pause(5000);
      await change(scene, `UPDATE hook SET failing_since = failing_since - interval '20 minutes'`);
      return async () => {
        scene.fails.receiver = false;
      };
    },
  },
  {
    alerts: ['ArchiveFailing'],
    row: 'the command that archives fails; it works again',
    async begin({ server }) {
      await asAdmin(server.adminUrl, archiveBy('/bin/false'));
      await asAdmin(server.adminUrl, ['SELECT pg_switch_wal()']);
      return () => asAdmin(server.adminUrl, archiveBy('/bin/true'));
    },
  },
  {
    alerts: ['StandbyLost'],
    row: 'a connection as a standby has it ends; it comes again',
    async begin({ server }) {
      const standby = await connectAsStandby(server.adminUrl);
      await pause(14_000);
      await standby.end();
      return async () => {
        const again = await connectAsStandby(server.adminUrl);
        setTimeout(() => void again.end(), 40_000);
      };
    },
  },
];

const archiveBy = (command: string) => [
  `ALTER SYSTEM SET archive_command = '${command}'`,
  'SELECT pg_reload_conf()',
  'CREATE TABLE IF NOT EXISTS wal_to_write (a int)',
  'INSERT INTO wal_to_write VALUES (1)',
];

async function asAdmin(url: string, statements: string[]): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  for (const statement of statements) await admin.query(statement);
  await admin.end();
}

async function connectAsStandby(url: string): Promise<pg.Client> {
  const standby = new pg.Client({ connectionString: url, replication: 'true' } as pg.ClientConfig);
  standby.on('error', () => undefined);
  await standby.connect();
  return standby;
}

// Faults that happen in operation, each caused for real and repaired again.
import { rmSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { signalAll } from './list-processes.ts';
import { hasSmallDisk, type Rig } from './open-rig.ts';

export type Fault = { name: string; run(rig: Rig): Promise<void> };

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const member = (rig: Rig, index: number) => {
  const found = rig.members[index];
  if (!found) throw new Error('no such process');
  return found;
};

async function untilDown(rig: Rig): Promise<void> {
  for (let tries = 0; tries < 100 && rig.serverPids().length; tries += 1) await pause(100);
}

/** The processes of one after another end and begin again: by a signal, or killed. */
const restart = (index: number, name: 'SIGTERM' | 'SIGKILL'): Fault => ({
  name: `process ${index + 1} ${name === 'SIGKILL' ? 'killed' : 'restarted'}`,
  async run(rig) {
    const { child } = member(rig, index);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(name);
    await ended;
    await rig.startMember(index);
  },
});

const fillDisk: Fault = {
  name: 'disk full for 10 s',
  async run(rig) {
    if (!hasSmallDisk(rig)) return;
    const file = join(rig.folder, 'filler');
    const { bavail, bsize } = await statfs(rig.folder);
    const chunk = Buffer.alloc(1_000_000);
    let left = bavail * bsize;
    try {
      for (; left > 0; left -= chunk.length) writeFileSync(file, chunk, { flag: 'a' });
    } catch {
      // full: that is the aim
    }
    await pause(10_000);
    rmSync(file, { force: true });
    // A full disk may end the server.
    await rig.untilServer();
  },
};

export const faults: Fault[] = [
  {
    name: 'every connection ended by the server',
    async run(rig) {
      for (let times = 0; times < 5; times += 1) {
        await rig.owner.pool.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'kembara_runtime'`,
        );
        await pause(2000);
      }
    },
  },
  {
    name: 'server restarted',
    async run(rig) {
      signalAll(rig.serverPids().slice(0, 1), 'SIGINT');
      await untilDown(rig);
      await rig.untilServer();
    },
  },
  restart(0, 'SIGTERM'),
  {
    name: 'network away for 10 s',
    async run(rig) {
      rig.relay.cut();
      await pause(10_000);
      rig.relay.mend();
    },
  },
  {
    name: 'server paused for 10 s',
    async run(rig) {
      const pids = rig.serverPids();
      signalAll(pids, 'SIGSTOP');
      await pause(10_000);
      signalAll(pids, 'SIGCONT');
    },
  },
  restart(1, 'SIGKILL'),
  {
    name: 'network slow for 20 s',
    async run(rig) {
      for (let times = 0; times < 50; times += 1) {
        rig.relay.hold();
        await pause(250);
        rig.relay.mend();
        await pause(150);
      }
    },
  },
  {
    name: 'server killed',
    async run(rig) {
      signalAll(rig.serverPids(), 'SIGKILL');
      await pause(1000);
      await rig.untilServer();
    },
  },
  fillDisk,
  restart(2, 'SIGTERM'),
  {
    name: 'server read-only for 10 s',
    async run(rig) {
      const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'kembara_runtime'`;
      await rig.owner.pool.query(`ALTER DATABASE kembara SET default_transaction_read_only = on; ${end}`);
      await pause(10_000);
      await rig.owner.pool.query('SET default_transaction_read_only = off');
      await rig.owner.pool.query(`ALTER DATABASE kembara RESET default_transaction_read_only; ${end}`);
    },
  },
  {
    name: 'network silent for 15 s',
    async run(rig) {
      rig.relay.hold();
      await pause(15_000);
      rig.relay.mend();
    },
  },
];

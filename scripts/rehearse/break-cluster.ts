// What happens to the primary's machine in a rehearsal, and how it is mended again.
import { rmSync } from 'node:fs';
import { signalAll } from '../soak/list-processes.ts';
import type { Server } from './open-cluster.ts';

export type Break = { name: string; isPartition?: boolean; cause(primary: Server): void; mend(primary: Server): void };

const silence = (wires: Server['peerWires']) => {
  for (const wire of wires) wire.hold();
};
const mendWires = ({ peerWires, clientWires }: Server) => {
  for (const wire of [...peerWires, ...clientWires]) wire.mend();
};

/** The primary goes on for those who reach it: the case in which an asynchronous standby loses what was acknowledged. */
export const cutFromPeers: Break = {
  name: 'cut off from etcd and standbys, buyers still reach it',
  isPartition: true,
  cause: ({ peerWires }) => silence(peerWires),
  mend: mendWires,
};

/** Another machine takes its name and has none of its data, as after a fire. */
export const lostForGood: Break = {
  name: 'machine lost for good, another one set up under its name',
  cause: (primary) => signalAll(primary.pids(), 'SIGKILL'),
  mend(primary) {
    rmSync(primary.data, { recursive: true, force: true });
    primary.start();
  },
};

/** In turn: two of five are partitions. */
export const breaks: Break[] = [
  {
    name: 'machine killed',
    cause: (primary) => signalAll(primary.pids(), 'SIGKILL'),
    mend: (primary) => primary.start(),
  },
  cutFromPeers,
  {
    name: 'machine paused',
    cause: (primary) => signalAll(primary.pids(), 'SIGSTOP'),
    mend: (primary) => signalAll(primary.pids(), 'SIGCONT'),
  },
  {
    name: 'cut off from everything',
    isPartition: true,
    cause: ({ peerWires, clientWires }) => silence([...peerWires, ...clientWires]),
    mend: mendWires,
  },
  {
    name: 'PostgreSQL killed',
    cause: (primary) => signalAll(primary.postgresPids(), 'SIGKILL'),
    mend: () => undefined,
  },
];

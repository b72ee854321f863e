// What the servers of a cluster say about themselves, by Patroni's port.
type Member = { name: string; role: string; state: string; lag?: number | string; timeline?: number };

/** Where Patroni of a server answers. */
type Cluster = { restPort: number };

export const local = (port: number) => `127.0.0.1:${port}`;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The machine's members of the cluster, as one of its servers sees them; empty when none answers. */
async function listMembers(servers: Cluster[]): Promise<Member[]> {
  for (const { restPort } of servers) {
    try {
      const answer = await fetch(`http://${local(restPort)}/cluster`, { signal: AbortSignal.timeout(1000) });
      return ((await answer.json()) as { members: Member[] }).members;
    } catch {
      // the next one may answer
    }
  }
  return [];
}

/** Whether this server holds the right to be the primary. */
export async function isPrimary({ restPort }: Cluster): Promise<boolean> {
  const answer = await fetch(`http://${local(restPort)}/primary`, { signal: AbortSignal.timeout(1000) }).catch(
    () => undefined,
  );
  return answer?.status === 200;
}

export async function findPrimary<One extends Cluster>(servers: One[]): Promise<One | undefined> {
  for (const server of servers) if (await isPrimary(server)) return server;
  return undefined;
}

/** One primary, two standbys that follow it closely, one of them synchronous on request. */
export async function untilWhole(servers: Cluster[], synchronous: boolean, seconds = 120): Promise<void> {
  await until(
    async () => {
      const members = await listMembers(servers);
      const leader = members.find(({ role }) => role === 'leader');
      const others = members.filter((member) => member !== leader);
      const follows = (member: Member) =>
        /running|streaming/.test(member.state) &&
        member.timeline === leader?.timeline &&
        Number(member.lag ?? 1) < 1_000_000;
      const isSafe = !synchronous || others.some(({ role }) => role === 'sync_standby');
      return leader?.state === 'running' && others.length === 2 && others.every(follows) && isSafe;
    },
    'a whole cluster',
    seconds,
  );
}

export async function until(look: () => Promise<boolean>, what: string, seconds = 60): Promise<void> {
  const end = Date.now() + 1000 * seconds;
  while (Date.now() < end) {
    if (await look().catch(() => false)) return;
    await pause(200);
  }
  throw new Error(`no ${what} after ${seconds} s`);
}

// Notices to a merchant are sent again with growing pauses until it takes them; a stand-in that closes stops in between.

export type Retries = {
  /** Runs `attempt` with its number, counted from 1, until it says that it is over or no pause is left. */
  begin(attempt: (number: number, stopping: AbortSignal) => Promise<boolean>): void;
  stop(): Promise<void>;
};

export function startRetries(pauseSeconds: readonly number[]): Retries {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  async function repeat(attempt: Parameters<Retries['begin']>[0]): Promise<void> {
    for (let number = 1; number <= pauseSeconds.length + 1; number += 1) {
      if (stopping.signal.aborted || (await attempt(number, stopping.signal))) return;
      const pause = pauseSeconds[number - 1];
      if (pause !== undefined) await wait(pause * 1000, stopping.signal);
    }
  }

  return {
    begin(attempt) {
      const item: Promise<void> = repeat(attempt)
        .catch(() => undefined)
        .finally(() => running.delete(item));
      running.add(item);
    },
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

type Post = { url: string; headers: Record<string, string>; body: string; withinMs: number };

/** Status and words of the answer; status 0 when there is none in time. Redirects are not followed. */
export async function postNotice(
  { url, headers, body, withinMs }: Post,
  stopping: AbortSignal,
): Promise<{ status: number; text: string }> {
  try {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(withinMs)]);
    const answer = await fetch(url, { method: 'POST', redirect: 'manual', signal, headers, body });
    return { status: answer.status, text: await answer.text() };
  } catch {
    return { status: 0, text: '' };
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

// Loaded before a process of the portal (node --import): serves its own source without the guards that GUARDS_DROPPED names. A guard
// that is not found exactly once in its file ends the process, so that a rewritten guard is noticed.
import { registerHooks } from 'node:module';
import type { DroppedGuard } from './pair.ts';

const guards = JSON.parse(process.env.GUARDS_DROPPED ?? '[]') as DroppedGuard[];

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const mine = guards.filter(([file]) => url.endsWith(`/server/${file}`));
    if (!mine.length) return loaded;
    let text = String(loaded.source instanceof Uint8Array ? Buffer.from(loaded.source) : loaded.source);
    for (const [file, guard, instead] of mine) {
      if (text.split(guard).length !== 2) {
        console.error(`not once in ${file}: ${guard}`);
        process.exit(3);
      }
      text = text.replace(guard, () => instead);
    }
    return { ...loaded, source: text };
  },
});

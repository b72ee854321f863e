// Loaded before tests (node --import): gives one file of domain/ with one expression changed, as MUTANT says.
import { registerHooks } from 'node:module';
import type { Mutant } from './list-mutants.ts';

const { file, from, to, instead } = JSON.parse(process.env.MUTANT ?? '{}') as Mutant;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!file || !url.endsWith(`/domain/${file}`)) return loaded;
    const text = Buffer.from(loaded.source as Uint8Array).toString();
    return { ...loaded, source: text.slice(0, from) + instead + text.slice(to) };
  },
});

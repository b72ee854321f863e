// What a request switches on (`Octo-Capabilities`), in both spellings of the ids: `pricing`, as the standard writes them today, and
// `octo/pricing`, as most systems still do. The answer is spelled as the question was.

/** In the order in which GET /capabilities lists them. */
const shown = ['pricing', 'content', 'notifications', 'pickups', 'questions'] as const;
/** Separate calls of the older version (decision 0570): no other capability depends on them. */
const capabilities = [...shown, 'cart', 'webhooks'] as const;
export type Capability = (typeof capabilities)[number];

/** What was offered under them once stays bookable, whatever a later call switches on. */
export const everyCapability: ReadonlySet<Capability> = new Set(shown);

export type Wanted = { has: ReadonlySet<Capability>; spelled: string };

const mark = 'octo/';
const known = new Set<string>(capabilities);

const bare = (id: string): string => (id.startsWith(mark) ? id.slice(mark.length) : id);

/** Unknown ids are ignored. `header` undefined: the header is missing. */
export function readCapabilities(header: string | undefined): Wanted | undefined {
  if (header === undefined) return undefined;
  const names = header
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((one) => known.has(bare(one)));
  const has = new Set(names.map((name) => bare(name) as Capability));
  return { has, spelled: [...new Set(names)].join(', ') };
}

export const showCapabilities = () =>
  capabilities.map((id) => ({ id: mark + id, revision: 1, required: false, dependencies: [], docs: null }));

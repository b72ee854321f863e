// The structured data of a page for search engines: JSON of schema.org, one script for each thing.
import { useRoot } from '../../root-data.ts';

/** A thing of schema.org; its parts may have types of their own. */
export type Thing = { '@type': string; [name: string]: unknown };

/** Escaped so that no text can leave the script element (security rule 52). */
export function StructuredData({ things }: { things: Thing[] }) {
  const { nonce } = useRoot();
  return things.map((thing) => (
    <script
      key={thing['@type']}
      type="application/ld+json"
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own making, every "<" escaped (security rule 52)
      dangerouslySetInnerHTML={{ __html: write({ '@context': 'https://schema.org', ...thing }) }}
    />
  ));
}

function write(thing: Thing): string {
  return JSON.stringify(thing)
    .replace(/</g, '\\u003c')
    .replace(/\u2028|\u2029/g, ' ');
}

/** The breadcrumbs of a page; paths without the host. */
export function listCrumbs(origin: string, crumbs: { name: string; path: string }[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: origin + path,
    })),
  };
}

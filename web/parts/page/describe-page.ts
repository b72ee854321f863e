// The metadata of a page for search engines and link previews: title, description, canonical and one alternate per language.
import type { MetaDescriptor } from 'react-router';
import { type Language, languages, languageTags } from '../../../domain/languages.ts';
import type { RootData } from '../../root-data.ts';
import { intlAtHand } from '../../words.ts';

/** A text of the catalogue, or a locale key with its values, which may be keys themselves. */
export type PageText = string | { say: string; values?: Record<string, PageText> };

export type PageDescription = {
  /** Several: what the page lists. */
  title: PageText | PageText[];
  description: string;
  path: string;
  /** The content of its picture for other sites (decision 0471). */
  share?: string | undefined;
  noIndex?: boolean;
};

const sayIn = (language: Language): Say => {
  const intl = intlAtHand(language);
  return (key, values) => intl?.formatMessage({ id: key }, values) ?? '';
};

type Say = (key: string, values?: Record<string, string>) => string;

export function sayTitle(title: PageText, say: Say): string {
  if (typeof title === 'string') return title;
  const values = Object.entries(title.values ?? {}).map(([name, value]) => [name, sayTitle(value, say)]);
  return say(title.say, Object.fromEntries(values));
}

/** Route matches have the frame's data under the id "root". */
export function describePage(
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[],
  page: PageDescription,
): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined;
  if (!root?.site) return [{ title: 'Kembara' }];
  const names = [page.title].flat().map((title) => sayTitle(title, sayIn(root.language)));
  const name = new Intl.ListFormat(languageTags[root.language]).format(names);
  const title = name ? `${name} · ${root.site.title}` : root.site.title;
  return [
    { title },
    { name: 'description', content: page.description.slice(0, 200) },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description.slice(0, 200) },
    ...(page.share
      ? [
          { property: 'og:type', content: 'website' },
          { property: 'og:url', content: addressIn(root, page.path, root.language) },
          { property: 'og:image', content: `${root.origin}/pictures/share/${root.language}/${page.share}` },
          { property: 'og:image:width', content: '1200' },
          { property: 'og:image:height', content: '630' },
          // Otherwise X shows it as a small square.
          { name: 'twitter:card', content: 'summary_large_image' },
        ]
      : []),
    ...(page.noIndex ? [{ name: 'robots', content: 'noindex' }] : linkLanguages(root, page.path)),
  ];
}

const addressIn = ({ origin }: RootData, path: string, language: Language): string =>
  `${origin}${path}${path.includes('?') ? '&' : '?'}l=${language}`;

function linkLanguages(root: RootData, path: string): MetaDescriptor[] {
  const { site, origin, language: present } = root;
  const address = (language: Language) => addressIn(root, path, language);
  const offered = languages.filter((language) => site?.languages.includes(language));
  const alternate = (hrefLang: string, href: string) => ({
    tagName: 'link' as const,
    rel: 'alternate',
    hrefLang,
    href,
  });
  return [
    { tagName: 'link', rel: 'canonical', href: address(present) },
    ...offered.map((language) => alternate(languageTags[language], address(language))),
    alternate('x-default', `${origin}${path}`),
  ];
}

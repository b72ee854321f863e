// Files that browsers and search engines read: robots.txt, the sitemap, the web app's manifest and the icon. Of known hosts only.
import { LRUCache } from 'lru-cache';
import { apiRoot } from '../../contract/calls.ts';
import { fileAddress } from '../../contract/file-address.ts';
import { NotHere } from '../../domain/errors.ts';
import { isLanguage, type Language, languageOf, languageTags, textIn } from '../../domain/languages.ts';
import { consoleRoot, passRoot, paths, unlistedPaths } from '../../domain/paths.ts';
import { drawCompass } from '../illustration/draw-compass.ts';
import { encodeIcon } from '../illustration/encode-picture.ts';
import type { Context } from '../platform/context.ts';
import type { FastifyReply, FastifyRequest } from '../platform/http.ts';
import type { PublicAnswers, RoomParts } from '../platform/room.ts';
import { readAppearance } from '../site/read-appearance.ts';
import { memoryKey } from './offer/cache-contents.ts';
import { listPublicLists, listPublicPages, type PublicPage } from './public-paths.sql.ts';

/** Nothing for search engines: of one person, of staff, or opened by a key. Pictures that owners uploaded lie among the calls. */
const closed = [consoleRoot, ...unlistedPaths, apiRoot, '/docs', '/metrics'];
const everyPage = [paths.home(), paths.search(), paths.notices()].map((path) => ({ path, pictures: [] }));
/** Each with all its languages; search engines read at most 50 MB of a file. */
const addressesPerPart = 2000;

const parts = new LRUCache<string, string>({
  max: 200,
  maxSize: 32_000_000,
  sizeCalculation: (text) => text.length + 1,
  ttl: 300_000,
});

/** What visitors see changed. */
export function forgetSitemaps(): void {
  parts.clear();
}

const appIcons = [192, 512].map((pixels) => ({ path: `/icon-${pixels}.png` as const, pixels }));

type Answer = (context: Context, request: FastifyRequest, reply: FastifyReply) => unknown;

export function answerSiteFiles({ makeContext }: RoomParts): PublicAnswers {
  const of = (answer: Answer) => async (request: FastifyRequest, reply: FastifyReply) => {
    const context = await makeContext(request, reply).catch((error: unknown) => {
      if (error instanceof NotHere) return undefined;
      throw error;
    });
    return context ? answer(context, request, reply) : reply.code(404).send();
  };
  return {
    '/robots.txt': of((context, _, reply) => send(reply, 'text/plain; charset=utf-8', writeRobots(baseOf(context)))),
    '/sitemap.xml': of((context, _, reply) => sendSitemap(context, undefined, reply)),
    '/sitemap/:part': of((context, request, reply) => {
      const [, language, at] = /^(\w+)-(\d{1,4})\.xml$/.exec((request.params as { part: string }).part) ?? [];
      if (!isLanguage(language)) return reply.code(404).send();
      return sendSitemap(context, { language, at: Number(at) }, reply);
    }),
    '/manifest.webmanifest': of(async (context, request, reply) => {
      // By its address: browsers ask for it without cookies.
      const manifest = await writeManifest(context, languageOf((request.query as { l?: unknown }).l));
      return send(reply, 'application/manifest+json', JSON.stringify(manifest));
    }),
    '/favicon.ico': of(async ({ owner }, _, reply) => {
      const { setting } = await readAppearance(owner);
      if (setting?.favicon) return reply.header('cache-control', 'public, max-age=3600').redirect(setting.favicon, 302);
      return send(reply, 'image/png', await encodeIcon(drawCompass(setting?.brand_colour), 64));
    }),
    // Telephones install a web app with pictures of these sizes.
    ...Object.fromEntries(
      appIcons.map(({ path, pixels }) => [
        path,
        of(async ({ owner }, _, reply) => {
          const { setting } = await readAppearance(owner);
          return send(reply, 'image/png', await encodeIcon(drawCompass(setting?.brand_colour), pixels));
        }),
      ]),
    ),
    '/icon.svg': of(async ({ owner }, _, reply) => {
      const { setting } = await readAppearance(owner);
      return send(reply, 'image/svg+xml', drawCompass(setting?.brand_colour));
    }),
  };
}

function send(reply: FastifyReply, type: string, body: string | Buffer) {
  return reply.header('cache-control', 'public, max-age=3600').type(type).send(body);
}

/** The address that the owner gave, so that all its hostnames lead search engines to one; else the one that was asked. */
const baseOf = ({ site, origin }: Context): string => (site.address || origin).replace(/\/$/, '');

function writeRobots(base: string): string {
  const rules = closed.map((path) => `Disallow: ${path}`);
  return [
    'User-agent: *',
    ...rules,
    `Allow: ${fileAddress('ownerPicture', { id: '' })}`,
    '',
    `Sitemap: ${base}/sitemap.xml`,
    '',
  ].join('\n');
}

type Part = { language: Language; at: number };

/** A file for each language, in several parts where there is much; `part` undefined: the list of these files. */
async function sendSitemap(context: Context, part: Part | undefined, reply: FastifyReply) {
  const base = baseOf(context);
  const { languages } = context.site;
  if (part && !languages.includes(part.language)) return reply.code(404).send();
  const key = memoryKey(context.owner, base, part?.language ?? '', part?.at ?? 0);
  const known = parts.get(key);
  if (known) return send(reply, 'application/xml; charset=utf-8', known);
  const lists = [listPublicLists(context.owner), listPublicPages(context.owner)];
  const listed = [everyPage, ...(await Promise.all(lists))].flat();
  const count = Math.ceil(listed.length / addressesPerPart);
  if (part && (part.at < 1 || part.at > count)) return reply.code(404).send();
  const from = ((part?.at ?? 1) - 1) * addressesPerPart;
  const text = part
    ? writePart(base, listed.slice(from, from + addressesPerPart), languages, part.language)
    : writeIndex(base, languages, count);
  parts.set(key, text);
  return send(reply, 'application/xml; charset=utf-8', text);
}

const head = '<?xml version="1.0" encoding="UTF-8"?>';
const scheme = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function writeIndex(base: string, languages: Context['site']['languages'], count: number): string {
  const list = languages.flatMap((language) =>
    Array.from(
      { length: count },
      (_, at) => `<sitemap><loc>${escapeText(base)}/sitemap/${language}-${at + 1}.xml</loc></sitemap>`,
    ),
  );
  return [head, `<sitemapindex ${scheme}>`, ...list, '</sitemapindex>', ''].join('\n');
}

/** Addresses of one language with those of the others, as the pages themselves name them (web/parts/page/describe-page.ts). */
function writePart(
  base: string,
  listed: PublicPage[],
  languages: Context['site']['languages'],
  language: Language,
): string {
  const list = listed.map(({ path, pictures }) => {
    const address = escapeText(base + path);
    const begin = path.includes('?') ? '&amp;' : '?';
    const others = languages.map(
      (language) =>
        `<xhtml:link rel="alternate" hreflang="${languageTags[language]}" href="${address}${begin}l=${language}"/>`,
    );
    const any = `<xhtml:link rel="alternate" hreflang="x-default" href="${address}"/>`;
    const images = pictures.map((src) => `<image:image><image:loc>${escapeText(base + src)}</image:loc></image:image>`);
    return `<url><loc>${address}${begin}l=${language}</loc>${others.join('')}${any}${images.join('')}</url>`;
  });
  const more =
    'xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"';
  return [head, `<urlset ${scheme} ${more}>`, ...list, '</urlset>', ''].join('\n');
}

async function writeManifest({ owner, site }: Context, language: ReturnType<typeof languageOf>) {
  const { setting } = await readAppearance(owner);
  const name = textIn(setting?.title ?? {}, language) || site.ownerName;
  return {
    name,
    short_name: name.slice(0, 24),
    description: textIn(setting?.description ?? {}, language),
    lang: languageTags[language],
    start_url: passRoot,
    id: paths.home(),
    scope: paths.home(),
    display: 'standalone',
    background_color: '#f6f8f8',
    theme_color: setting?.brand_colour,
    icons: setting?.favicon
      ? [{ src: setting.favicon, sizes: 'any' }]
      : [
          { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
          ...appIcons.map(({ path, pixels }) => ({ src: path, sizes: `${pixels}x${pixels}`, type: 'image/png' })),
        ],
  };
}

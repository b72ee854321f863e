// The frame of every page: language, words, styles, and what is shown when a page fails (§2, §8).
import interFont from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { RawIntlProvider } from 'react-intl';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
} from 'react-router';
import { languageTags } from '../domain/languages.ts';
import type { Route } from './+types/root';
import { visitor } from './call.ts';
import { load } from './load.ts';
import { NotConfigured } from './screens/error/not-configured.tsx';
import { PageProblem } from './screens/error/page-problem.tsx';
import style from './style.css?url';
import { intlOf } from './words.ts';

export async function loader() {
  const { configured, language, currency, nonce, origin, signedIn } = visitor();
  const site = configured ? await load('webSettings', {}) : null;
  const user = configured && signedIn ? await load('getUserInfo', {}) : null;
  return { configured, language, currency, nonce, origin, site, user };
}

export type RootData = Awaited<ReturnType<typeof loader>>;

/** The frame's data: site, visitor's language and currency, who is signed in. */
export function useRoot(): RootData {
  const root = useRouteLoaderData<typeof loader>('root');
  if (!root) throw new Error('the frame has no data');
  return root as RootData;
}

export const links: Route.LinksFunction = () => [
  { rel: 'preload', as: 'font', type: 'font/woff2', href: interFont, crossOrigin: 'anonymous' },
];

/** Until an owner has one: a compass in the house's colour. */
const plainIcon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Ccircle cx='16' cy='16' r='15' fill='%230f766e'/%3E%3Cpath d='M22 10l-4 8-8 4 4-8z' fill='%23fff'/%3E%3C/svg%3E";

export function Layout({ children }: { children: React.ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root') as RootData | undefined;
  const language = root?.language ?? 'en';
  return (
    <html
      lang={languageTags[language]}
      data-language={language}
      data-currency={root?.currency}
      data-key={root?.site?.publicKey}
      style={root?.site ? ({ '--brand': root.site.brandColour } as React.CSSProperties) : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* With a precedence React puts it before the scripts: nothing is painted without it. */}
        <link rel="stylesheet" href={style} precedence="default" />
        <link rel="icon" href={root?.site?.favicon ?? plainIcon} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={root?.nonce} />
        <Scripts nonce={root?.nonce} />
      </body>
    </html>
  );
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const { language, configured } = loaderData;
  return <RawIntlProvider value={intlOf(language)}>{configured ? <Outlet /> : <NotConfigured />}</RawIntlProvider>;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData<typeof loader>('root') as RootData | undefined;
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const told = isRouteErrorResponse(error) ? (error.data as { msg?: string } | null)?.msg : undefined;
  if (!root) return <p>Something went wrong. Please try again later.</p>;
  return (
    <RawIntlProvider value={intlOf(root.language)}>
      {root.configured ? <PageProblem status={status} told={told} /> : <NotConfigured />}
    </RawIntlProvider>
  );
}

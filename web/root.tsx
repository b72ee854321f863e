// The frame around every page: language, texts, styles, and the page for errors (§2, §8).
import interFont from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { useEffect } from 'react';
import { RawIntlProvider } from 'react-intl';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
} from 'react-router';
import { type Language, languageOf, languageTags } from '../domain/languages.ts';
import type { Route } from './+types/root';
import { visitor } from './call.ts';
import { isChosenElsewhere, useReloadAfterChoice } from './chosen-elsewhere.ts';
import { NavigationProgress, useFocusOnPage } from './follow-navigation.tsx';
import { keepsFrame } from './keep-frame.ts';
import { NotConfigured } from './not-configured.tsx';
import { PageProblem } from './parts/page/page-problem.tsx';
import { PlainProblem } from './plain-problem.tsx';
import { loadRoot, type RootData, useClock, useRootAtHand } from './root-data.ts';
import style from './style.css?url';
import { CatchFailure } from './ui/catch-failure.tsx';
import { fetchMoreWords, intlAtHand, useIntlOf } from './words.ts';

export const loader = () => loadRoot();

export const links: Route.LinksFunction = () => [
  { rel: 'preload', as: 'font', type: 'font/woff2', href: interFont, crossOrigin: 'anonymous' },
];

/** Until an owner has an icon: a compass in the default colour. */
const plainIcon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E" +
  "%3Ccircle cx='16' cy='16' r='15' fill='%230f766e'/%3E%3Cpath d='M22 10l-4 8-8 4 4-8z' fill='%23fff'/%3E%3C/svg%3E";

/** Language and nonce are set even if the frame has no data, so that the page is still complete. */
function settleFrame(root: RootData | undefined): { language: Language; nonce: string | undefined } {
  if (root) return root;
  if (typeof document === 'undefined') return visitor();
  return { language: languageOf(document.documentElement.dataset.language), nonce: undefined };
}

export function Layout({ children }: { children: React.ReactNode }) {
  const root = useRootAtHand();
  const { language, nonce } = settleFrame(root);
  return (
    <html
      lang={languageTags[language]}
      data-language={language}
      data-currency={root?.currency}
      style={root?.site ? ({ '--brand': root.site.brandColour } as React.CSSProperties) : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* With a precedence React puts it before the scripts, so that the first paint has styles. */}
        <link rel="stylesheet" href={style} precedence="default" />
        <link rel="icon" href={root?.site?.favicon ?? plainIcon} />
        {root?.site && <link rel="manifest" href={`/manifest.webmanifest?l=${language}`} />}
        {root?.site && <meta name="theme-color" content={root.site.brandColour} />}
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

/** Loaded again when another tab or page chose another language or currency: a page must not mix two. */
export const shouldRevalidate = (navigation: ShouldRevalidateFunctionArgs) =>
  (navigation.defaultShouldRevalidate && !keepsFrame(navigation)) || isChosenElsewhere();

export default function Root({ loaderData }: Route.ComponentProps) {
  const { language, configured, now } = loaderData;
  const { pathname } = useLocation();
  const intl = useIntlOf(language, pathname);
  useReloadAfterChoice();
  useClock(now);
  useEffect(() => fetchMoreWords(language), [language]);
  useFocusOnPage();
  return (
    <RawIntlProvider value={intl}>
      <NavigationProgress />
      {configured ? <Outlet /> : <NotConfigured />}
    </RawIntlProvider>
  );
}

/** Only for failures of the frame itself; failures of a page are shown inside its layout. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const root = useRootAtHand();
  const { language } = settleFrame(root);
  const intl = intlAtHand(language);
  const plain = <PlainProblem words={intl} />;
  if (!intl) return plain;
  return (
    <CatchFailure instead={plain}>
      <RawIntlProvider value={intl}>
        {root?.configured === false ? (
          <NotConfigured />
        ) : (
          <main>
            <PageProblem error={error} />
          </main>
        )}
      </RawIntlProvider>
    </CatchFailure>
  );
}

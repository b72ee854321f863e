import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { languageOf } from '../domain/languages.ts';
import { isDesk, loadWords } from './words.ts';

await loadWords(languageOf(document.documentElement.dataset.language), isDesk(location.pathname));
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

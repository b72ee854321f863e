// The line on a first visit that offers prices in the currency of the browser's region (rules §11; decision 0585). It is a link, so that it
// works before the scripts are loaded. It disappears with the next page: by then the cookie has a currency.
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useWords } from '../../parts/use-words.ts';
import { useRoot } from '../../root-data.ts';

export function ProposeCurrency() {
  const { proposed } = useRoot();
  const { say } = useWords();
  const { pathname, search } = useLocation();
  // A filter of this page loads the frame's data again, which then offers nothing; removing the line would move the page.
  const [first] = useState({ proposed, pathname });
  if (!first.proposed || first.pathname !== pathname) return null;
  return (
    <p className="border-b border-line px-4 text-center text-sm print:hidden">
      <a
        href={`${pathname}${search ? `${search}&` : '?'}c=${first.proposed}`}
        rel="nofollow"
        className="inline-flex min-h-11 items-center text-brand hover:underline"
      >
        {say('site.currency.showIn', { currency: first.proposed })}
      </a>
    </p>
  );
}

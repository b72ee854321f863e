import { IconTools } from '@tabler/icons-react';
import { FormattedMessage } from 'react-intl';

/** A hostname that no owner has claimed (§2): the page says so and shows nothing else. */
export function NotConfigured() {
  return (
    <main className="grid min-h-dvh place-items-center p-6 text-center">
      <title>Kembara</title>
      <div className="grid max-w-md justify-items-center gap-4">
        <IconTools aria-hidden="true" className="size-16 text-brand" />
        <h1 className="text-2xl font-bold">
          <FormattedMessage id="site.notConfigured.title" />
        </h1>
        <p className="text-quiet">
          <FormattedMessage id="site.notConfigured.text" />
        </p>
      </div>
    </main>
  );
}

// Web hooks of the partner's own systems (decision 0361).
import { data } from 'react-router';
import { paths } from '../../../../domain/paths.ts';
import { send } from '../../../call.ts';
import { load } from '../../../load.ts';
import { AskForPassword } from '../../../parts/account/ask-for-password.tsx';
import { mayKeepSubAccounts } from '../../../parts/account/list-pages.ts';
import { HookCards, readHookQuery } from '../../../parts/keys/hook-cards.tsx';
import { BackTo } from '../../../parts/page/back-to.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import type { Route } from './+types/list-hooks';

export async function loader({ request }: Route.LoaderArgs) {
  const user = await load('getUserInfo', {});
  if (!mayKeepSubAccounts(user)) throw data({ missing: true }, { status: 404 });
  if (!user.verAuthFlag) return { user, found: null, chosen: null };
  const found = await load('hooks', {});
  const { hook: id, page } = readHookQuery(request);
  const isOwn = found.list.some((one) => one.id === id);
  return { user, found, chosen: isOwn ? { id, sendings: await load('hookSendings', { id, page }) } : null };
}

export default function ListHooks({ loaderData: { user, found, chosen } }: Route.ComponentProps) {
  const { say } = useWords();
  return (
    <div className="mx-auto max-w-4xl py-6 lg:py-8">
      <BackTo to={paths.apiKeys()} text={say('systems.keys.title')} />
      <PageHeading text={say('systems.hooks.title')} />
      <p className="mb-4 max-w-prose text-quiet">{say('systems.hooks.hint')}</p>
      {found ? (
        <HookCards
          {...{ found, chosen }}
          hrefOf={(query) => paths.hooks(query)}
          calls={{
            make: (wish) => send('hookCreate', wish),
            set: (id, live) => send('hookSet', { id, live }),
            change: (id, wish) => send('hookChange', { id, ...wish }),
            renew: (id, hours) => send('hookSecret', { id, hours }),
            drop: (id) => send('hookDelete', { id }),
            again: (id, sendingId) => send('hookAgain', { id, sendingId }),
          }}
        />
      ) : (
        <AskForPassword user={user} />
      )}
    </div>
  );
}

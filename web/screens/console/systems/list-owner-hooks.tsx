// Web hooks of the owner's own systems (decision 0361): the events of every order.
import { consolePaths } from '../../../../domain/console-paths.ts';
import { send } from '../../../call.ts';
import { load } from '../../../load.ts';
import { HookCards, readHookQuery } from '../../../parts/keys/hook-cards.tsx';
import { BackTo } from '../../../parts/page/back-to.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import type { Route } from './+types/list-owner-hooks';

export async function loader({ request }: Route.LoaderArgs) {
  const found = await load('consoleHooks', {});
  const { hook: id, page } = readHookQuery(request);
  const isOwn = found.list.some((one) => one.id === id);
  return { found, chosen: isOwn ? { id, sendings: await load('consoleHookSendings', { id, page }) } : null };
}

export default function ListOwnerHooks({ loaderData: { found, chosen } }: Route.ComponentProps) {
  const { say } = useWords();
  return (
    <>
      <BackTo to={consolePaths.systems()} text={say('systems.title')} />
      <PageHeading text={say('systems.hooks.title')} />
      <p className="mb-4 max-w-prose text-quiet">{say('systems.hooks.hint')}</p>
      <HookCards
        {...{ found, chosen }}
        hrefOf={(query) => consolePaths.hooks(query)}
        calls={{
          make: (wish) => send('consoleHookCreate', wish),
          set: (id, live) => send('consoleHookSet', { id, live }),
          change: (id, wish) => send('consoleHookChange', { id, ...wish }),
          renew: (id, hours) => send('consoleHookSecret', { id, hours }),
          drop: (id) => send('consoleHookDelete', { id }),
          again: (id, sendingId) => send('consoleHookAgain', { id, sendingId }),
        }}
      />
    </>
  );
}

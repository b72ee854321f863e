// Redeemed vouchers that were not reported to a platform yet (decision 0540), with the reason, and a button that reports them again.
import { Link } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { send } from '../../../call.ts';
import { useAction } from '../../../console-kit/use-action.ts';
import type { DeskWords } from '../../../console-kit/use-list-words.ts';
import { describeUse } from '../../../parts/console/describe-use.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/pieces.tsx';

type Account = OutputOf<'consoleMarketplaces'>['accounts'][number];

export function UnreportedUses({ account: { unreported }, words }: { account: Account; words: DeskWords }) {
  const { say, at } = words;
  const action = useAction();
  if (unreported.length === 0) return null;
  const report = (orderNo: string) => action.run(() => send('consoleChannelUseAgain', { orderNo }), { what: orderNo });
  return (
    <div className="grid w-full gap-2">
      {action.problem && <Notice tone="bad" title={action.problem.text} />}
      <h3 className="font-semibold">{say('marketplace.use.unreported')}</h3>
      <ul className="grid gap-2">
        {unreported.map((use) => (
          <li key={use.orderNo} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0 break-words">
              <Link to={consolePaths.order(use.orderNo)} className="font-medium text-brand hover:underline">
                {use.orderNo}
              </Link>{' '}
              · {say('marketplace.use.counts', use)} · {say(`systems.sending.${use.state}`)} · {describeUse(say, use)}{' '}
              <span className="text-quiet">{at(use.at)}</span>
            </span>
            <Button
              variant="outline"
              size="sm"
              aria-label={`${say('systems.sending.again')}: ${use.orderNo}`}
              busy={action.busy === use.orderNo}
              onClick={() => report(use.orderNo)}
            >
              {say('systems.sending.again')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

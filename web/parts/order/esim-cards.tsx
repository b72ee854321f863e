// The eSIMs of an order or a voucher (decision 0375): each with its code to scan and as text, and those that have not arrived yet.
import type { OutputOf } from '../../../contract/index.ts';
import { Notice } from '../../ui/pieces.tsx';
import { useWords, type Words } from '../use-words.ts';
import { FactRows } from '../voucher/voucher-facts.tsx';

type ESim = OutputOf<'orderDetail'>['eSims'][number];
type Awaited = OutputOf<'orderDetail'>['eSimsAwaited'];

function factsOf({ activation, ...eSim }: ESim, { say }: Words): [label: string, value: string][] {
  const [, address = '', code = ''] = activation.split('$');
  return [
    [say('order.eSim.address'), address],
    [say('order.eSim.code'), code],
    [say('order.eSim.confirmationCode'), eSim.confirmationCode],
    [say('order.eSim.apn'), eSim.apn],
    [say('order.eSim.pin'), eSim.pin],
    [say('order.eSim.puk'), eSim.puk],
    [say('order.eSim.phone'), eSim.phone],
    [say('order.eSim.validUntil'), eSim.validUntil],
    [say('order.eSim.iccid'), eSim.iccid],
  ];
}

export const hasESims = (eSims: readonly ESim[], awaited: Awaited = []) => eSims.length + awaited.length > 0;

export function ESimCards({ eSims, awaited = [] }: { eSims: readonly ESim[]; awaited?: Awaited }) {
  const words = useWords();
  const { say } = words;
  const coming = awaited.reduce((sum, one) => sum + one.count, 0);
  return (
    <div className="grid gap-4">
      <h2 className="text-lg font-bold">{say('order.eSim.title')}</h2>
      {coming > 0 && (
        <Notice tone="info" title={say('order.eSim.coming', { count: coming })}>
          {say('order.eSim.comingText')}
        </Notice>
      )}
      {eSims.length > 0 && <p className="max-w-prose text-quiet">{say('order.eSim.text')}</p>}
      <ul className="grid gap-4">
        {eSims.map((eSim, at) => {
          const number = `${at + 1} / ${eSims.length}`;
          return (
            <li
              key={eSim.iccid}
              className="grid items-start gap-4 rounded-lg border border-line p-4 sm:grid-cols-[auto_minmax(0,1fr)]"
            >
              <img
                src={eSim.qr}
                alt={`${say('order.eSim.title')} ${number}`}
                className="size-44 justify-self-center bg-white"
              />
              <div className="grid min-w-0 gap-2">
                {eSims.length > 1 && <h3 className="font-semibold">{number}</h3>}
                <FactRows rows={factsOf(eSim, words)} />
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

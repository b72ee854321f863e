// The drivers (§2 wechat/driverinfo) of each line with a transfer, and a form to enter them, for operations and for the
// supplier of the product.
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { OutputOf } from '../../../../contract/index.ts';
import { describeWhen } from '../../../../domain/dates.ts';
import { MissingDrivers } from '../../../parts/console/missing-drivers.tsx';
import { DriverFacts } from '../../../parts/order/driver-facts.tsx';
import { nameSku, useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';
import { DriversForm, type LineDrivers } from './drivers-form.tsx';

type Supply = OutputOf<'consoleSupply'>;
type Line = Pick<
  Supply['lines'][number],
  | 'subOrderNo'
  | 'skuName'
  | 'ticketType'
  | 'carType'
  | 'playOn'
  | 'session'
  | 'untilOn'
  | 'validUntil'
  | 'byDay'
  | 'quantity'
  | 'cancelledQuantity'
>;

/** Hidden for products without a driver, and if no driver was entered and none can be any more. */
export function DriversCard({ orderNo, lines, driven }: { orderNo: string; lines: Line[]; driven: LineDrivers[] }) {
  const { say } = useWords();
  const shown = driven.filter((item) => item.most || item.drivers.length);
  if (!shown.length) return null;
  return (
    <TitledCard title={say('desk.driver.title')}>
      <ul className="divide-y divide-line">
        {shown.map((item) => (
          <DrivenLine
            key={item.subOrderNo}
            orderNo={orderNo}
            driven={item}
            line={lines.find((line) => line.subOrderNo === item.subOrderNo)}
          />
        ))}
      </ul>
    </TitledCard>
  );
}

function DrivenLine({ orderNo, driven, line }: { orderNo: string; driven: LineDrivers; line: Line | undefined }) {
  const words = useWords();
  const { say } = words;
  const [open, setOpen] = useState(false);
  const [saved, setSaved] = useState(false);
  const { drivers } = driven;
  const ref = useRef<HTMLLIElement>(null);
  /** Moves the focus into the form, and back to the button that opened it. */
  const turn = (next: boolean, done: boolean) => {
    flushSync(() => {
      setSaved(done);
      setOpen(next);
    });
    ref.current?.querySelector<HTMLElement>(next ? 'input' : 'button')?.focus();
  };
  return (
    <li ref={ref} className="grid gap-3 py-4 first:pt-0 last:pb-0">
      {line && (
        <div>
          <h3 className="font-semibold">
            {nameSku(words, line)} ×&nbsp;{line.quantity - line.cancelledQuantity || line.quantity}
          </h3>
          <p className="text-sm text-quiet">{describeWhen(line, words.day, say)}</p>
        </div>
      )}
      {open ? (
        <DriversForm orderNo={orderNo} driven={driven} onClose={(done) => turn(false, done)} />
      ) : (
        <>
          <DriverFacts drivers={drivers} />
          {(driven.most > 0 || !drivers.length) && <MissingDrivers named={drivers.length} standing={driven.most} />}
          {saved && <Notice tone="good" title={say('desk.driver.saved')} />}
          {driven.most > 0 && (
            <Button variant="outline" className="justify-self-start" onClick={() => turn(true, false)}>
              {say(drivers.length ? 'desk.driver.edit' : 'desk.driver.tell')}
            </Button>
          )}
        </>
      )}
    </li>
  );
}

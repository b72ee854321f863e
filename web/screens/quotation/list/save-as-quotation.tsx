// Creates a saved quotation from the list on this device, which its agent can then edit (§2 onlinequotation).

import { IconDeviceFloppy } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { addDays, openDay, todayIn } from '../../../../domain/dates.ts';
import { paths } from '../../../../domain/paths.ts';
import { hasLastDay } from '../../../../domain/product-types.ts';
import { send } from '../../../call.ts';
import { CallProblem } from '../../../parts/call-problem.tsx';
import type { Quoted } from '../../../parts/quotation/use-products.ts';

import { useTask } from '../../../parts/use-task.ts';

import { useWords } from '../../../parts/use-words.ts';
import { useNow, useRoot } from '../../../root-data.ts';
import { Button } from '../../../ui/button.tsx';
import { isPercent, type OpenLine, type OpenList } from './use-list.ts';

const usualDays = 14;

export function SaveList({ list, products }: { list: OpenList; products: Map<string, Quoted | null> }) {
  const words = useWords();
  const { language, currency } = useRoot();
  const navigate = useNavigate();
  const now = useNow();
  const { busy, problem, run } = useTask();
  const save = async () => {
    const head = { language, currency, customerName: list.customer.trim(), percent: list.percent.trim() };
    const validUntil = addDays(todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, now), usualDays);
    const lines = list.lines.flatMap((line) => toSaved(line, products.get(line.productId)));
    const { id } = await send('quotationSave', { ...head, validUntil, lines });
    await navigate(paths.savedQuotation(id));
  };
  return (
    <div className="grid gap-3">
      {problem && <CallProblem title={problem} />}
      <div>
        <Button busy={busy} disabled={!isPercent(list.percent)} onClick={() => run(save)}>
          {!busy && <IconDeviceFloppy aria-hidden="true" className="size-5" />}
          {words.say('quotation.saveList')}
        </Button>
      </div>
    </div>
  );
}

function toSaved(line: OpenLine, product?: Quoted | null) {
  const { productId, packageId, skuId, on, until, session, quantity, guests } = line;
  const pack = product?.packages.find((pack) => pack.id === packageId);
  if (!product || !pack) return [];
  const stays = hasLastDay(product.stockBy, pack);
  const playOn = pack.openDays === null ? on : openDay;
  return [{ productId, packageId, skuId, session, quantity, guests, playOn, untilOn: stays ? until : '' }];
}

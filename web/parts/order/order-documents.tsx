// The documents of an order (§3 vouchers, §7 download): in any language of the shop, and for agents' customers
// under the agent's own name. The invoice shows the agent's price, so it is always issued to the agent.

import { IconCalendarPlus, IconReceipt, IconRoute, IconTicket } from '@tabler/icons-react';
import { useState } from 'react';
import type { Language } from '../../../domain/languages.ts';
import { isEnded, OrderStatus } from '../../../domain/order-status.ts';
import { PaymentStatus } from '../../../domain/payment-status.ts';
import { useRoot } from '../../root-data.ts';
import { Checkbox } from '../../ui/field.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import { LanguageChoice } from '../form/choose-language.tsx';
import { useWords } from '../use-words.ts';
import type { Detail } from './order-pieces.tsx';

type Kind = 'vouchers' | 'itinerary' | 'invoice' | 'calendar';
type Order = Pick<Detail, 'orderNo' | 'status' | 'payStatus' | 'lines'>;

const icons = { vouchers: IconTicket, itinerary: IconRoute, invoice: IconReceipt, calendar: IconCalendarPlus };

/** The documents that this order has now. */
function kindsOf({ status, payStatus, lines }: Order): Kind[] {
  const standing = lines.filter((line) => !isEnded(line.status) && line.cancelledQuantity < line.quantity);
  const isAhead = standing.some((line) => line.status !== OrderStatus.completed && !line.redeemedAt);
  return [
    ...(lines.some((line) => line.voucher) ? (['vouchers'] as const) : []),
    ...(status !== OrderStatus.unpaid && standing.length ? (['itinerary'] as const) : []),
    ...(status !== OrderStatus.unpaid && isAhead ? (['calendar'] as const) : []),
    ...(status === OrderStatus.unpaid || payStatus === PaymentStatus.paid ? (['invoice'] as const) : []),
  ];
}

type OrderDocumentsProps = {
  order: Order;
  /** Address of one kind, in a language and, if chosen, with the agent's name. */
  hrefOf(kind: Kind, wish: { l: Language; plain?: 1 }): string;
  /** Only these, if the reader may not see all. */
  only?: Kind[];
  /** Whether it may carry the agent's name. */
  plain?: boolean;
};

export function OrderDocuments({ order, hrefOf, only, plain = false }: OrderDocumentsProps) {
  const { say, language } = useWords();
  const { site } = useRoot();
  const [chosen, setChosen] = useState<Language>(language);
  const [plainOnly, setPlainOnly] = useState(false);
  const kinds = kindsOf(order).filter((item) => !only || only.includes(item));
  if (!kinds.length) return null;
  const nameOf = (kind: Kind) => {
    if (kind === 'vouchers' && order.lines.filter((line) => line.voucher).length < 2) return 'export.voucher.title';
    return kind === 'invoice' && order.payStatus === PaymentStatus.paid
      ? 'export.document.receipt'
      : `export.document.${kind}`;
  };
  const isPlain = (kind: Kind) => plainOnly && (kind === 'vouchers' || kind === 'itinerary');
  return (
    <TitledCard title={say('export.document.title')}>
      <ul className="grid gap-2">
        {kinds.map((kind) => {
          const Icon = icons[kind];
          return (
            <li key={kind}>
              <a
                href={hrefOf(kind, { l: chosen, plain: isPlain(kind) ? 1 : undefined })}
                download
                className={
                  'flex min-h-11 items-center gap-2 rounded-lg border border-line px-4 py-2 font-semibold ' +
                  'text-brand hover:border-brand'
                }
              >
                <Icon aria-hidden="true" className="size-5 shrink-0" />
                {say(nameOf(kind))}
              </a>
            </li>
          );
        })}
      </ul>
      <div className="mt-3 grid gap-1">
        <LanguageChoice
          label={say('export.document.language')}
          value={chosen}
          onValue={setChosen}
          offered={site?.languages ?? [language]}
        />
        {plain && (kinds.includes('vouchers') || kinds.includes('itinerary')) && (
          <Checkbox label={say('export.document.plain')} checked={plainOnly} onValue={setPlainOnly} />
        )}
      </div>
    </TitledCard>
  );
}

// Choosing what to book on the product page: package, date or stay, session, quantities, extras, with the total always visible.
import type { ReactNode } from 'react';
import { policyOf, rulesInForce, termsAt } from '../../../domain/cancellation.ts';
import { groupTicket } from '../../../domain/product-types.ts';
import { FromPrice } from '../../parts/product/from-price.tsx';
import { nameAges, nameSku, useWords, type Words } from '../../parts/use-words.ts';
import { Card } from '../../ui/pieces.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { ChooseDay } from './choose-day.tsx';
import { ChooseDirection } from './choose-direction.tsx';
import { RoomFacts, RoomsOf } from './room-facts.tsx';
import { sayFewLeft } from './say-left.ts';
import type { Choice, Package, Product } from './use-choice.ts';

type ChooseProps = { product: Product; choice: Choice; children: ReactNode };

/** `children` are rendered between the day and the quantities. */
export function ChooseBooking({ product, choice, children }: ChooseProps) {
  const words = useWords();
  const { say } = words;
  const { chosen } = choice;
  if (!chosen) return null;
  return (
    <Card id="book" className="grid gap-6">
      <h2 className="text-xl font-bold">{say('catalog.product.choose')}</h2>
      {product.packages.length > 1 && (
        <fieldset className="grid gap-2">
          <legend className="mb-2 font-semibold">{say('catalog.product.package')}</legend>
          {product.packages.map((item) => (
            <label
              key={item.id}
              className={
                'flex min-h-14 cursor-pointer items-center gap-3 rounded-lg border border-line px-4 py-2 ' +
                'has-checked:border-brand has-checked:bg-tint'
              }
            >
              <input
                type="radio"
                name="package"
                className="size-5 accent-brand"
                checked={item.id === chosen.id}
                onChange={() => choice.choosePackage(item.id)}
              />
              <span className="flex min-w-0 grow flex-wrap items-center gap-x-3">
                <span className="min-w-0 grow">
                  <span className="block font-medium break-words">{item.name}</span>
                  {item.figures && <span className="block text-sm text-quiet">{item.figures}</span>}
                  {item.minQuantity > 1 && (
                    <span className="text-sm text-quiet">
                      {say('catalog.product.group', { min: item.minQuantity, max: item.maxQuantity })}
                    </span>
                  )}
                </span>
                <span className="ml-auto text-right text-sm whitespace-nowrap">
                  {product.offer && item.skus[0] && (
                    <del className="block text-xs text-quiet">{words.shown(item.skus[0].retail, product.shown)}</del>
                  )}
                  <FromPrice
                    price={words.shown(item.skus[0]?.from ?? product.from, product.shown)}
                    className="text-base"
                  />
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <PackageText product={product} chosen={chosen} />
      {choice.stay && <RoomFacts product={product} chosen={chosen} />}
      {chosen.directions.length > 0 && <ChooseDirection choice={choice} chosen={chosen} />}
      <ChooseDay product={product} choice={choice} chosen={chosen} />
      {children}
      <Quantities product={product} choice={choice} chosen={chosen} />
      {product.addOns.length > 0 && <AddOns product={product} choice={choice} />}
    </Card>
  );
}

/** The name of the only package, which is chosen nowhere, and what the chosen one says of itself. */
function PackageText({ product, chosen }: { product: Product; chosen: Package }) {
  return (
    <>
      {product.packages.length === 1 && chosen.name !== product.name && (
        <p className="-my-2 font-semibold break-words">{chosen.name}</p>
      )}
      {chosen.description && (
        <p className="-mt-3 max-w-prose text-sm whitespace-pre-line text-quiet">{chosen.description}</p>
      )}
    </>
  );
}

function Quantities({ product, choice, chosen }: { product: Product; choice: Choice; chosen: Package }) {
  const words = useWords();
  const { counts, row, size } = choice;
  const byRoom = chosen.maxAdults !== null;
  const room = Math.min(chosen.maxQuantity, chosen.oversell || !row ? chosen.maxQuantity : row.left) - size;
  return (
    <div data-asks="quantity" className="grid gap-3">
      <h3 className="font-semibold">{words.say(byRoom ? 'catalog.stay.rooms' : 'catalog.product.quantity')}</h3>
      {chosen.skus.map((sku) => {
        const label = nameSku(words, sku);
        const priced = row?.prices.find((price) => price.skuId === sku.id);
        const count = counts[sku.id] ?? 0;
        // The lower of the departure's places and the SKU's separate limit.
        const left = chosen.oversell || !priced ? room : Math.min(room, priced.left - count);
        const scarce = !chosen.oversell && priced && row && priced.left < row.left && priced.left <= 10;
        return (
          <div
            key={sku.id}
            className={`gap-3 border-b border-line pb-3 last:border-0 ${byRoom ? 'grid' : 'flex items-center justify-between'}`}
          >
            <SkuPrice product={product} sku={sku} priced={priced} left={scarce ? priced.left : undefined} />
            {!byRoom ? (
              <Stepper
                value={count}
                min={0}
                max={count + Math.max(0, left)}
                onChange={(value) => choice.setCounts({ ...counts, [sku.id]: value })}
                label={label}
              />
            ) : (
              <RoomsOf sku={sku} chosen={chosen} choice={choice} room={left} />
            )}
          </div>
        );
      })}
      {row && !chosen.oversell && row.left <= 10 && (
        <p className="text-sm font-medium text-warn">{sayFewLeft(words, product.stockBy, row.left)}</p>
      )}
      {chosen.minQuantity > 1 && size < chosen.minQuantity && (
        <p className="text-sm text-warn">
          {words.say('catalog.product.group', { min: chosen.minQuantity, max: chosen.maxQuantity })}
        </p>
      )}
    </div>
  );
}

type SkuPriceProps = {
  product: Product;
  sku: Package['skus'][number];
  priced: NonNullable<Choice['row']>['prices'][number] | undefined;
  /** The few places left of this SKU only. */
  left: number | undefined;
};

function SkuPrice({ product, sku, priced, left }: SkuPriceProps) {
  const words = useWords();
  const { say, shown } = words;
  const note = describeSku(words, sku);
  const price = priced?.price ?? sku.from;
  const retail = priced?.retail ?? sku.retail;
  return (
    <div className="min-w-0">
      <p className="font-medium break-words">{nameSku(words, sku)}</p>
      {note && <p className="text-sm text-quiet">{note}</p>}
      <p className="text-sm">
        {shown(price, product.shown)}
        {retail.amountMinor > price.amountMinor && (
          <span className="ml-2 text-quiet">
            {product.offer ? (
              <del>{shown(retail, product.shown)}</del>
            ) : (
              say('catalog.product.retail', { amount: shown(retail, product.shown) })
            )}
          </span>
        )}
      </p>
      {left !== undefined && (
        <p className="text-sm font-medium text-warn">{sayFewLeft(words, product.stockBy, left)}</p>
      )}
    </div>
  );
}

/** Extras with the tickets: at most one per traveller or the product's maximum, never alone (§5). */
function AddOns({ product, choice }: { product: Product; choice: Choice }) {
  const words = useWords();
  const { addOns, size } = choice;
  return (
    <div className="grid gap-3">
      <h3 className="font-semibold">{words.say('catalog.product.addOns')}</h3>
      {product.addOns.map((addOn) => (
        <div key={addOn.id} className="flex items-center justify-between gap-3 border-b border-line pb-3 last:border-0">
          <div className="min-w-0">
            <p className="font-medium break-words">{addOn.name}</p>
            <p className="text-sm">{words.shown(addOn.price, product.shown)}</p>
          </div>
          <Stepper
            value={addOns[addOn.id] ?? 0}
            min={0}
            max={addOn.most ?? size}
            onChange={(value) => choice.setAddOns({ ...addOns, [addOn.id]: value })}
            label={addOn.name}
          />
        </div>
      ))}
    </div>
  );
}

/** For the chosen day, by the local clock of the place. */
export function termsOf(product: Product, { chosen, row }: Choice, lastDay: string, now: number) {
  const policy = policyOf(product, chosen?.refundRules ?? null);
  return termsAt(rulesInForce(policy), { lastDay, startsAt: row?.session || product.checkIn, zone: product.zone }, now);
}

/** Guests and facts of a package, in one line. */
function describeSku(words: Words, sku: Package['skus'][number]): string {
  return [
    nameAges(words, sku),
    sku.seats && sku.ticketType === groupTicket ? words.say('catalog.product.groupMost', { count: sku.seats }) : '',
    // A car's class is named after its seats.
    sku.seats && sku.ticketType !== groupTicket
      ? words.say('catalog.product.seats', { seats: sku.seats })
      : sku.seatClass
        ? words.say(`catalog.seat.${sku.seatClass}`)
        : '',
    sku.luggage === null ? '' : words.say('catalog.product.luggage', { count: sku.luggage }),
  ]
    .filter(Boolean)
    .join(' · ');
}

// The sections of a product page (§2): overview, itinerary, description, what is included, notices, use, getting there, map, policy.
import { IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { LongText } from '../../parts/page/long-text.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Card } from '../../ui/pieces.tsx';
import { CheckPickup } from './check-pickup.tsx';
import { ShowPlace } from './show-place.tsx';
import { ShowPolicy } from './show-policy.tsx';
import type { Product } from './use-choice.ts';

const sections = [
  'overview',
  'pickup',
  'itinerary',
  'description',
  'included',
  'amenities',
  'features',
  'notice',
  'rental',
  'delivery',
  'instructions',
  'traffic',
  'map',
  'policy',
] as const;

const isStay = (product: Product) => product.stockBy === 'room';

/** The sections for which a product has content. */
function sectionsOf(product: Product) {
  const empty: Partial<Record<(typeof sections)[number], boolean>> = {
    pickup: product.areaIds.length === 0,
    itinerary: product.itinerary.length === 0,
    description: !product.description,
    instructions: !product.instructions,
    traffic: !product.traffic,
    notice: product.notices.length === 0,
    amenities: !isStay(product) || !product.features.length,
    features: isStay(product) || !product.features.length,
    overview: !product.overview,
    delivery: !product.delivery.length,
    rental: !product.deposit && product.collectPoints.length + product.returnPoints.length === 0,
    included: product.included.length + product.excluded.length === 0,
  };
  return sections.filter((section) => !empty[section]);
}

export function ProductAnchors({ product }: { product: Product }) {
  const { say } = useWords();
  return (
    <nav
      aria-label={say('catalog.product.sections')}
      className="no-bar sticky top-0 z-20 -mx-4 flex min-w-0 gap-1 overflow-x-auto border-b border-line bg-canvas px-4 lg:mx-0 lg:px-0"
    >
      {sectionsOf(product).map((item) => (
        <a
          key={item}
          href={`#${item}`}
          className={
            'min-h-11 content-center border-b-2 border-transparent px-3 text-sm font-semibold ' +
            'whitespace-nowrap text-quiet hover:border-brand hover:text-brand'
          }
        >
          {say(`catalog.product.${item}`)}
        </a>
      ))}
    </nav>
  );
}

export function ProductDetails({ product }: { product: Product }) {
  const shown = new Set<string>(sectionsOf(product));
  return (
    <Card className="grid gap-8">
      {shown.has('overview') && (
        <Part id="overview">
          <p className="max-w-prose">{product.overview}</p>
        </Part>
      )}
      {shown.has('pickup') && (
        <Part id="pickup">
          <CheckPickup product={product} />
        </Part>
      )}
      {shown.has('itinerary') && <Itinerary steps={product.itinerary} />}
      {shown.has('description') && (
        <Part id="description">
          <LongText text={product.description} under={2} />
        </Part>
      )}
      {shown.has('included') && <Included product={product} />}
      {(['amenities', 'features'] as const)
        .filter((item) => shown.has(item))
        .map((item) => (
          <Features key={item} id={item} features={product.features} />
        ))}
      {shown.has('notice') && <Lines id="notice" lines={product.notices} />}
      {shown.has('rental') && <Rental product={product} />}
      {shown.has('delivery') && <Lines id="delivery" lines={product.delivery} />}
      {(['instructions', 'traffic'] as const)
        .filter((item) => shown.has(item))
        .map((item) => (
          <Part key={item} id={item}>
            <LongText text={product[item]} under={2} />
          </Part>
        ))}
      <Part id="map">
        <ShowPlace product={product} />
      </Part>
      <Part id="policy">
        <ShowPolicy product={product} />
      </Part>
    </Card>
  );
}

function Part({ id, children }: { id: (typeof sections)[number]; children: ReactNode }) {
  const { say } = useWords();
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="mb-3 text-xl font-bold">
        {say(`catalog.product.${id}`)}
      </h2>
      {children}
    </section>
  );
}

function Lines({ id, lines }: { id: (typeof sections)[number]; lines: string[] }) {
  return (
    <Part id={id}>
      <ul className="grid max-w-prose list-disc gap-2 pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Part>
  );
}

function Itinerary({ steps }: { steps: Product['itinerary'] }) {
  const { say } = useWords();
  const lastDay = Math.max(1, ...steps.map((step) => step.day));
  return (
    <Part id="itinerary">
      <ol className="grid gap-3 border-l-2 border-tint pl-5">
        {steps.map((step, at) => (
          <li
            key={`${step.day} ${step.time} ${step.title}`}
            className="relative before:absolute before:top-2 before:-left-[1.6rem] before:size-2.5 before:rounded-full before:bg-brand"
          >
            {lastDay > 1 && step.day !== steps[at - 1]?.day && (
              <h3 className="mb-1 text-sm font-bold text-brand">{say('catalog.product.day', { day: step.day })}</h3>
            )}
            {step.time && <time className="mr-3 font-semibold tabular-nums">{step.time}</time>}
            {step.title}
            {step.text && <p className="mt-1 max-w-prose text-sm whitespace-pre-line text-quiet">{step.text}</p>}
          </li>
        ))}
      </ol>
    </Part>
  );
}

/** Where pieces are collected and returned, and the deposit. */
function Rental({ product }: { product: Product }) {
  const { say } = useWords();
  return (
    <Part id="rental">
      <div className="grid max-w-prose gap-4">
        {(['collectPoints', 'returnPoints'] as const)
          .filter((list) => product[list].length > 0)
          .map((list) => (
            <div key={list}>
              <h3 className="font-semibold">{say(`catalog.product.${list}`)}</h3>
              <ul className="mt-1 grid list-disc gap-1 pl-5">
                {product[list].map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            </div>
          ))}
        {product.deposit && (
          <div>
            <h3 className="font-semibold">{say('catalog.product.deposit')}</h3>
            <p className="mt-1 whitespace-pre-line">{product.deposit}</p>
          </div>
        )}
      </div>
    </Part>
  );
}

function Included({ product }: { product: Product }) {
  const { say } = useWords();
  return (
    <Part id="included">
      <div className="grid gap-4 sm:grid-cols-2">
        <ul className="grid content-start gap-2">
          {product.included.map((item) => (
            <li key={item} className="flex gap-2">
              <IconCheck aria-label={say('catalog.product.yes')} className="mt-0.5 size-5 shrink-0 text-good" />
              {item}
            </li>
          ))}
        </ul>
        <ul className="grid content-start gap-2">
          {product.excluded.map((item) => (
            <li key={item} className="flex gap-2 text-quiet">
              <IconX aria-label={say('catalog.product.no')} className="mt-0.5 size-5 shrink-0 text-bad" />
              {item}
            </li>
          ))}
        </ul>
      </div>
    </Part>
  );
}

/** Each is as wide as its words: in columns, a list of countries would be a narrow one of many lines. */
function Features({ id, features }: { id: 'amenities' | 'features'; features: string[] }) {
  return (
    <Part id={id}>
      <ul className="flex flex-wrap gap-x-6 gap-y-2">
        {features.map((feature) => (
          <li key={feature} className="flex gap-2">
            <IconCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-good" />
            {feature}
          </li>
        ))}
      </ul>
    </Part>
  );
}

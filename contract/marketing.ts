// An owner's home page (§2 home): promotion groups, banners, and how announcements scroll (§7).
import { mostOff } from '../domain/offers.ts';
import { done, nothing, pictureShape as picture, recordId, textsOf, z } from './call.ts';

const month = z.int().min(1).max(12).nullable();
const rollType = z.int().min(1).max(3);
const texts = z.record(z.string(), z.string());
/** A minute on the owner's clock, "yyyy-MM-ddTHH:mm". */
const minute = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/);
/** Position in the list, the first is 1; left out: last for a new one, unchanged for others. */
const place = z.int().min(1).max(100).optional();
const scene = z.strictObject({ kind: z.string().max(40), time: z.enum(['dawn', 'day', 'dusk', 'night']) });

const chosenProducts = z.array(
  z.object({ id: z.string(), name: z.string(), city: z.string(), picture, onShelf: z.boolean() }),
);

const promotionGroup = z.object({
  id: z.string(),
  titles: texts,
  active: z.boolean(),
  revision: z.int(),
  /** What fills the row after its products, and the months (1 to 12) in which it is shown: both or none. */
  city: z.object({ key: z.string(), name: z.string() }).nullable(),
  type: z.int().nullable(),
  monthFrom: month,
  monthTo: month,
  /** Includes products that are off sale; the shop leaves them out. */
  products: chosenProducts,
});

const bannerRow = z.object({
  id: z.string(),
  titles: texts,
  texts,
  link: z.string(),
  active: z.boolean(),
  startsAt: z.string().nullable(),
  endsAt: z.string().nullable(),
  /** An uploaded picture, or the illustration of a scene. */
  pictureId: z.string().nullable(),
  scene: z.object({ kind: z.string(), time: z.string() }).nullable(),
  picture,
  state: z.enum(['shown', 'planned', 'over', 'off']),
  revision: z.int(),
});

/** A limited offer (decision 0470): whole percent off its products between two minutes of the owner's clock. */
const offerRow = z.object({
  id: z.string(),
  name: z.string(),
  percent: z.int(),
  startsAt: z.string(),
  endsAt: z.string(),
  active: z.boolean(),
  revision: z.int(),
  state: z.enum(['shown', 'planned', 'over', 'off']),
  products: chosenProducts,
});

export const marketingCalls = {
  banners: {
    input: nothing,
    output: z.object({
      list: z.array(z.object({ id: z.string(), title: z.string(), text: z.string(), link: z.string(), picture })),
    }),
  },
  /** 1 one announcement after another, 2 all in a running line, 3 only the newest. */
  rollType: { input: nothing, output: z.object({ rollType: z.int() }) },
  consoleOffers: { input: nothing, output: z.object({ list: z.array(offerRow), zone: z.string() }) },
  /** Without `id` a new offer, whose end is to come. Refuses invalidInput by field, changedMeanwhile. */
  consoleOfferSave: {
    input: z.strictObject({
      id: recordId.optional(),
      revision: z.int().optional(),
      /** For staff. */
      name: z.string().max(80),
      percent: z.int().min(1).max(mostOff),
      startsAt: minute,
      endsAt: minute,
      active: z.boolean(),
      productIds: z.array(recordId).max(24),
    }),
    output: z.object({ id: z.string(), revision: z.int() }),
  },
  consoleOfferDelete: { input: z.strictObject({ id: recordId, revision: z.int() }), output: done },
  consolePromotions: { input: nothing, output: z.object({ list: z.array(promotionGroup) }) },
  /** Without `id` a new group. Refuses invalidInput by field, changedMeanwhile. */
  consolePromotionSave: {
    input: z.strictObject({
      id: recordId.optional(),
      revision: z.int().optional(),
      titles: textsOf(80),
      productIds: z.array(recordId).max(24),
      city: z.string().max(40).nullable().default(null),
      type: z.int().nullable().default(null),
      monthFrom: month.default(null),
      monthTo: month.default(null),
      active: z.boolean(),
      place,
    }),
    output: z.object({ id: z.string(), revision: z.int() }),
  },
  consolePromotionDelete: { input: z.strictObject({ id: recordId, revision: z.int() }), output: done },
  consoleBanners: {
    input: nothing,
    output: z.object({ list: z.array(bannerRow), zone: z.string() }),
  },
  /** Without `id` a new banner. A picture or a scene, not both. Refuses invalidInput by field, changedMeanwhile. */
  consoleBannerSave: {
    input: z.strictObject({
      id: recordId.optional(),
      revision: z.int().optional(),
      titles: textsOf(80),
      texts: textsOf(200),
      /** A path on this site. */
      link: z.string().max(300),
      active: z.boolean(),
      startsAt: minute.nullable(),
      endsAt: minute.nullable(),
      pictureId: z.string().max(60).nullable(),
      scene: scene.nullable(),
      place,
    }),
    output: z.object({ id: z.string(), revision: z.int() }),
  },
  consoleBannerDelete: { input: z.strictObject({ id: recordId, revision: z.int() }), output: done },
  /** `was` is the value the editor saw; refuses changedMeanwhile when it has changed. */
  consoleRollType: { input: z.strictObject({ rollType, was: rollType }), output: done },
};

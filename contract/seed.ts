// The seed file (docs/seed.md): what `npm run seed -- file.json` reads. Strict: an unknown key is refused by name.
import { areInstructions, type BankAccounts, findBadAccounts, type Instructions } from '../domain/transfer-rules.ts';
import { currency, language, z } from './call.ts';
import { ring } from './places.ts';

/** A text in the languages it exists in, or "@key" of the file's phrases. */
const text = z.union([z.string().regex(/^@[a-z0-9-]+$/), z.partialRecord(language as never, z.string())]);
const amount = z.union([z.number(), z.string()]);
const slug = z.string().regex(/^[a-z0-9][a-z0-9-]{0,79}$/);

/** Places of a package: so many each day of `days`, or in all of an open ticket. */
const stockSeed = z.strictObject({
  capacity: z.int().min(0).max(1_000_000),
  /** Start times; none = the whole day. */
  sessions: z.array(z.string().regex(/^\d{2}:\d{2}$/)).default([]),
  /** Exactly these days (yyyy-MM-dd to capacity) instead of every day of `days`. */
  departures: z.record(z.string().regex(/^\d{4}-\d{2}-\d{2}$/), z.int().min(0)).optional(),
  /** In the order of the package's SKUs: at most so many of each departure's places, and another price on weekends. */
  skus: z
    .array(
      z.strictObject({
        capacity: z.int().min(0).max(100_000).optional(),
        weekendPriceMinor: z.int().min(0).optional(),
      }),
    )
    .default([]),
});

/**
 * A product as files of the back office carry it (contract/porting.ts), where a field that may be empty can be left out, with its stock by
 * the key of the package. The import judges all of it.
 */
const productSeed = z.looseObject({
  key: slug,
  type: z.int(),
  subtype: z.int(),
  names: text,
  packages: z.array(z.looseObject({ key: slug })).min(1),
  popular: z.int().min(0).default(0),
  stock: z.record(slug, stockSeed),
  /** A plan of the seats: jpg, png or webp in base64. The file has no other place for a picture. */
  seatPlanPicture: z.base64().optional(),
  /** Where it picks up: areas that are made with it, their corners as [lng, lat]. */
  pickupAreas: z
    .array(z.strictObject({ names: text, ring }))
    .max(10)
    .optional(),
});

const userSeed = z.strictObject({
  kind: z.enum(['member', 'main', 'sub']),
  email: z.email(),
  username: z.string().optional(),
  name: z.string(),
  password: z.string(),
  orderVisibility: z.union([z.literal(1), z.literal(2)]).default(1),
});

const ownerSeed = z.strictObject({
  code: slug,
  name: z.string(),
  currency,
  zone: z.string(),
  hostnames: z.array(z.strictObject({ host: z.string(), customerService: z.boolean().default(false) })),
  /** Address of the owner's website, for links in mails. */
  address: z.string().optional(),
  languages: z.array(language).optional(),
  currencies: z.array(currency).optional(),
  payMinutes: z.int().min(5).max(1440).default(30),
  title: text,
  description: text,
  brandColour: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/)
    .default('#0f766e'),
  onlineServices: z
    .array(z.strictObject({ type: z.int().min(1).max(6), info: z.string(), timeInfo: z.string().default('') }))
    .default([]),
  /** Units of the owner's currency for one unit of each. */
  exchangeRates: z.record(z.string(), z.number().positive()).default({}),
  channels: z
    .array(
      z.strictObject({
        channel: z.string(),
        active: z.boolean().default(true),
        feePercent: z.string().default('0'),
        merchant: z.string().optional(),
        secret: z.string().optional(),
        baseUrl: z.string().optional(),
        /** For a bank transfer: the account to pay to, by currency and language. */
        instructions: z.custom<Instructions>(areInstructions).optional(),
        accounts: z.custom<BankAccounts>((value) => findBadAccounts(value).length === 0).optional(),
      }),
    )
    .default([]),
  agreements: z
    .array(z.strictObject({ kind: z.enum(['registration', 'booking', 'privacy']), titles: text, texts: text }))
    .default([]),
  announcements: z.array(z.strictObject({ title: text, daysAgo: z.int().min(0).default(0) })).default([]),
  promoCodes: z
    .array(
      z.strictObject({
        code: z.string(),
        type: z.int().min(1).max(4),
        /** Amount for types 1 and 3, percent for 2 and 4. */
        value: amount,
        orderMin: amount.default(0),
        max: amount.optional(),
        currency,
        /** Days from today; negative ends in the past. */
        validDays: z.int().default(365),
        useLimit: z.int().min(1).optional(),
        userLimit: z.int().min(1).optional(),
        products: z.array(slug).optional(),
      }),
    )
    .default([]),
  partners: z
    .array(
      z.strictObject({
        name: z.string(),
        kind: z.enum(['individual', 'personal', 'corporate']),
        /** Deposit and credit line in the owner's currency. */
        deposit: amount.default(0),
        credit: amount.default(0),
        /** Price level 0–9 (decisions: agent prices). */
        level: z.int().min(0).max(9).default(0),
        users: z.array(userSeed).min(1),
      }),
    )
    .default([]),
  staff: z
    .array(
      z.strictObject({ email: z.email(), name: z.string(), password: z.string(), roles: z.array(z.string()).min(1) }),
    )
    .default([]),
  /** Percent off retail for a price level, for everything or one product. */
  priceRules: z
    .array(
      z.strictObject({ level: z.int().min(1).max(9), percent: z.number().min(0).max(100), product: slug.optional() }),
    )
    .default([]),
  promotions: z.array(z.strictObject({ title: text, products: z.array(slug) })).default([]),
  /** Departures are made for this many days from today. */
  days: z.int().min(1).max(730).default(120),
  products: z.array(productSeed).default([]),
});

const countrySeed = z.strictObject({ code: z.string().length(2), key: slug, names: text });
const citySeed = z.strictObject({
  key: slug,
  country: z.string().length(2),
  zone: z.string(),
  lat: z.number(),
  lng: z.number(),
  names: text,
});

export const seedFile = z.strictObject({
  phrases: z.record(z.string(), z.partialRecord(language as never, z.string())).default({}),
  countries: z.array(countrySeed).default([]),
  cities: z.array(citySeed).default([]),
  owners: z.array(ownerSeed).default([]),
});

export type SeedFile = z.output<typeof seedFile>;
export type OwnerSeed = z.output<typeof ownerSeed>;
export type ProductSeed = z.output<typeof productSeed>;
export type SeedText = z.output<typeof text>;

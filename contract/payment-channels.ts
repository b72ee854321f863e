// Payment channels (§3); their keys can be set but never read back (rules §10, role finance).
import { currency, done, money, nothing, orderNo, recordId, z } from './call.ts';

const options = z.record(z.string().max(60), z.unknown());

/** Minor units of the owner's currency. */
const amountMinor = z.int().min(1).max(1_000_000_000_000).nullable();

const channelKey = z.object({
  name: z.string(),
  /** As the gateway's own pages call it. */
  label: z.string(),
  /** What it looks like. */
  looks: z.string(),
  /** It has several lines. */
  long: z.boolean(),
  required: z.boolean(),
  set: z.boolean(),
  /** The last letters of what is set; '' where it is too short to show any. */
  ending: z.string(),
});

const channelOption = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(['switch', 'choices', 'words', 'amount']),
  choices: z.array(z.string()),
  /** What holds while nothing is set. */
  usual: z.union([z.boolean(), z.array(z.string())]),
});

const keys = z.record(z.string().max(60), z.string().max(8000)).default({});

const shownCurrencies = z.array(currency).max(50).nullable();

const place = z.int().min(1).max(99);

/** Which orders and buyers it is for. Empty lists limit nothing; of levels and partners, a buyer must be one. */
const only = {
  currencies: z.array(currency).max(50),
  countries: z.array(z.string().regex(/^[A-Z]{2}$/)).max(250),
  levels: z.array(z.int().min(0).max(9)).max(10),
};

const channelRow = z.object({
  channel: z.string(),
  active: z.boolean(),
  /** Percent that the buyer pays on top, as decimal text. */
  feePercent: z.string(),
  /** Whether the fee goes back with a partial refund. */
  feeRefundable: z.boolean(),
  /** The paying currency; null: the order's currency, or the first that the channel takes. */
  currency: currency.nullable(),
  /** Buyers who see one of these pay in it; null: all that the channel takes. Nothing of this where `currency` is set. */
  shownCurrencies,
  /** Percent on top of the rate where the charge is in another currency than its order; decimal text. */
  surchargePercent: z.string(),
  /** Null: any. */
  currencies: z.array(currency).nullable(),
  options,
  leastMinor: amountMinor,
  mostMinor: amountMinor,
  /** Its position among the ways to pay, from 1. */
  place,
  only: z.object({ ...only, partners: z.array(z.object({ id: z.string(), name: z.string() })) }),
  /** It failed three times in five minutes, and not worked since. */
  trouble: z.boolean(),
  keys: z.array(channelKey),
  optionRules: z.array(channelOption),
  /** Whether payments are real or in the gateway's test environment; null without a gateway or if the keys do not show it. */
  environment: z.enum(['production', 'sandbox']).nullable(),
  /** The owner chooses the environment (`options.environment`); otherwise the keys decide it. */
  environmentChosen: z.boolean(),
  /** The gateway can be asked whether it takes the keys. */
  triable: z.boolean(),
  /** It pays from the owner's balance at a supplier, for staff and the buyers named in `only` alone. */
  fromSupply: z.boolean(),
  /** For transfers: what buyers could be told, in every language; empty for other ways. */
  exampleTexts: z.record(z.string(), z.string()),
  /** Every required key is set, so it may be switched on. */
  ready: z.boolean(),
  /** Where the channel sends its notices; null for deposit and credit. */
  notifyUrl: z.string().nullable(),
  /** Where the gateway returns buyers, if that is entered there too. */
  returnUrl: z.string().nullable(),
  /** 0 for a channel that was never set up. */
  revision: z.int(),
});

export const paymentChannelsCalls = {
  consoleChannels: {
    input: nothing,
    /** `currencies`: of the owner's settings, also those without a rate. */
    output: z.object({ list: z.array(channelRow), levelNames: z.array(z.string()), currencies: z.array(currency) }),
  },
  /** Keys left out or empty stay as they are. */
  consoleChannelSave: {
    input: z.strictObject({
      channel: z.string().max(20),
      active: z.boolean(),
      feePercent: z.string().max(12),
      feeRefundable: z.boolean(),
      currency: currency.nullable().default(null),
      shownCurrencies: shownCurrencies.default(null),
      surchargePercent: z.string().max(12).default('0'),
      leastMinor: amountMinor.default(null),
      mostMinor: amountMinor.default(null),
      place: place.default(50),
      only: z
        .strictObject({ ...only, partnerIds: z.array(recordId).max(500) })
        .partial()
        .default({}),
      options: options.default({}),
      keys,
      revision: z.int(),
    }),
    output: z.object({ revision: z.int() }),
  },
  /** What is left at a supplier, where the owner's balance there pays: asked now. Refuses gatewaySilent where it never answered. */
  consoleChannelBalance: {
    input: z.strictObject({ channel: z.string().max(20) }),
    output: z.object({
      available: money,
      /** Lower than the owner set. */
      low: z.boolean(),
      askedAt: z.string(),
      /** It answered just now. */
      fresh: z.boolean(),
    }),
  },
  /** What the owner's account may order of a supplier; not `ready` without its keys. Refuses gatewaySilent, providerRefused. */
  consoleSupplyPlans: {
    input: nothing,
    output: z.object({
      ready: z.boolean(),
      list: z.array(z.object({ sku: z.string(), name: z.string(), kind: z.enum(['eSim', 'card']), about: z.string() })),
    }),
  },
  /** An eSIM of an order that the supplier's notice did not bring. */
  consoleESimSave: {
    input: z.strictObject({
      id: orderNo,
      subOrderNo: z.string().max(40),
      iccid: z.string().max(40),
      activation: z.string().max(300),
      confirmationCode: z.string().max(100).default(''),
      apn: z.string().max(100).default(''),
    }),
    output: done,
  },
  /** Asks the gateway whether it takes the saved keys with these laid over them; saves nothing, moves no money. */
  consoleChannelTry: {
    input: z.strictObject({ channel: z.string().max(20), options: options.default({}), keys }),
    output: z.object({
      outcome: z.enum(['accepted', 'refused', 'silent']),
      /** The key that is refused. */
      key: z.string().nullable(),
      /** What the gateway said, without any key. */
      text: z.string(),
      /** Keys that the question does not prove. */
      unproved: z.array(z.string()),
      environment: z.enum(['production', 'sandbox']),
    }),
  },
};

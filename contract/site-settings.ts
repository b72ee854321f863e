// An owner's settings for its site, and its agreements (§3 settings, rules §10).
import { currency, language, nothing, recordId, textsOf, z } from './call.ts';

const typed = z.string().max(300);

/** Texts by language; languages left out fall back to English. */
const texts = textsOf(20_000);

const service = z.strictObject({
  /** 1 WhatsApp, 2 LINE, 3 Viber, 4 WeChat, 5 QQ, 6 telephone (§3). */
  type: z.int().min(1).max(6),
  infoList: z.array(z.strictObject({ info: typed, picture: z.string().max(200).nullable() })).max(5),
  timeInfo: typed,
});

const settings = {
  title: texts,
  description: texts,
  brandColour: typed,
  ownerPicture: z.string().max(200).nullable(),
  favicon: z.string().max(200).nullable(),
  wxQrCode: z.string().max(200).nullable(),
  onlineServices: z.array(service).max(6),
  hostnames: z
    .array(z.strictObject({ host: typed, customerService: z.boolean() }))
    .min(1)
    .max(20),
  languages: z.array(language).min(1),
  currencies: z.array(currency).min(1),
  payMinutes: z.int(),
  omitVerCodeType: z.int().min(0).max(1),
  /** Balance adjustments above this many minor units of the owner's currency need a second person; null: never. */
  fourEyesMinor: z.int().min(0).max(1_000_000_000_000).nullable(),
  /** Bounds of a top-up in minor units of the owner's currency; null: those of the installation. */
  rechargeLeastMinor: z.int().min(1).max(1_000_000_000_000).nullable(),
  rechargeMostMinor: z.int().min(1).max(1_000_000_000_000).nullable(),
  /** Whether all staff need a second factor. */
  staffSecondFactor: z.boolean(),
  /** Whether travellers are asked for a review by mail, and whether one is published before staff have read it (decision 0420). */
  reviewAsks: z.boolean(),
  reviewAtOnce: z.boolean(),
  /** Overrides of the limits by name; empty means the default. */
  limits: z.record(z.string().max(60), z.int().min(1).max(1_000_000)),
};

const agreementKind = z.enum(['registration', 'booking', 'privacy']);

const agreementVersion = z.object({
  kind: agreementKind,
  version: z.int(),
  token: z.string(),
  titles: z.record(z.string(), z.string()),
  texts: z.record(z.string(), z.string()),
  publishedAt: z.string(),
});

export const siteSettingsCalls = {
  consoleSettings: {
    input: nothing,
    output: z.object({
      ...settings,
      revision: z.int(),
      name: z.string(),
      currency,
      /** Limits that may be overridden, with their defaults. */
      limitDefaults: z.record(z.string(), z.int()),
    }),
  },
  consoleSettingsSave: {
    input: z.strictObject({ ...settings, revision: z.int() }),
    output: z.object({ revision: z.int() }),
  },
  consoleAgreements: { input: nothing, output: z.object({ list: z.array(agreementVersion) }) },
  /** To begin with: in every language, with the owner's name. */
  consoleAgreementDraft: { input: z.strictObject({ kind: agreementKind }), output: z.object({ titles: texts, texts }) },
  /** Of one distributor, newest first. */
  consoleContracts: {
    input: z.strictObject({ id: recordId }),
    output: z.object({
      list: z.array(
        agreementVersion
          .omit({ kind: true, token: true })
          .extend({ acceptedAt: z.string().nullable(), acceptedName: z.string() }),
      ),
    }),
  },
  consoleContractPublish: {
    input: z.strictObject({ id: recordId, titles: texts, texts }),
    output: z.object({ version: z.int() }),
  },
  /** A new version; older versions stay readable under their tokens. */
  consoleAgreementPublish: {
    input: z.strictObject({ kind: agreementKind, titles: texts, texts }),
    output: z.object({ version: z.int() }),
  },
};

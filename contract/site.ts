// The site of a hostname: owner, web settings (§3 settings and header data), agreements.
import { currency, done, language, nothing, z } from './call.ts';

const ownerInfo = z.object({ name: z.string(), currency });

const onlineService = z.object({
  /** 1 WhatsApp, 2 LINE, 3 Viber, 4 WeChat, 5 QQ, 6 telephone (§3). */
  type: z.int(),
  infoList: z.array(z.object({ info: z.string(), picture: z.string().nullable() })),
  timeInfo: z.string(),
});

const webSettings = {
  input: nothing,
  output: z.object({
    title: z.string(),
    description: z.string(),
    owner: ownerInfo,
    ownerPicture: z.string().nullable(),
    favicon: z.string().nullable(),
    wxQrCode: z.string().nullable(),
    brandColour: z.string(),
    onlineServices: z.array(onlineService),
    languages: z.array(language),
    currencies: z.array(currency),
    demo: z.boolean(),
    /** The owner's pages listed in the footer. */
    pages: z.array(z.object({ id: z.string(), title: z.string() })),
    /** The title of the owner's privacy policy, empty while there is none. */
    privacy: z.string(),
    /** Staff serve partners on this hostname (rules §3). */
    customerService: z.boolean(),
    /** RSA key for secret calls, SPKI in base64. */
    publicKey: z.string(),
  }),
};

const contractState = z.object({
  acceptedAt: z.string().nullable(),
  /** Empty until it is accepted. */
  acceptedName: z.string(),
  /** The newest version, if it is not accepted yet. */
  waits: z.boolean(),
});

export const siteCalls = {
  agreement: {
    /** By token of one version, or the newest of a kind: of the booking agreement where nothing is named. */
    input: z.strictObject({
      token: z.string().max(64).optional(),
      kind: z.enum(['registration', 'booking', 'privacy']).optional(),
    }),
    output: z.object({
      kind: z.string(),
      version: z.int(),
      token: z.string(),
      title: z.string(),
      /** Plain lines; domain/plain-text.ts reads them. */
      text: z.string(),
      publishedAt: z.string(),
      /** Its day on the owner's clock. */
      publishedOn: z.string(),
      /** Of a distributor's contract: who accepted it and when, and whether the caller may accept it now. */
      contract: contractState.extend({ mayAccept: z.boolean() }).nullable(),
    }),
  },
  /** The versions of the caller's contract, newest first. */
  contracts: {
    input: nothing,
    output: z.object({
      list: z.array(
        contractState.extend({ version: z.int(), token: z.string(), title: z.string(), publishedAt: z.string() }),
      ),
    }),
  },
  contractAccept: { input: z.strictObject({ token: z.string().max(64) }), output: done },
  webSettings,
  /** The same for read-only use. */
  webSettingsRead: webSettings,
  ownerBasicInfo: { input: nothing, output: ownerInfo },
};

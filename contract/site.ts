// What a hostname shows: owner, web settings (§3 settings and header data).
import { currency, done, language, nothing, z } from './call.ts';

export const ownerInfo = z.object({ name: z.string(), currency });

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
    /** Pages of the owner's own that stand in the footer. */
    pages: z.array(z.object({ id: z.string(), title: z.string() })),
    /** Staff serve partners on this hostname (decisions §3). */
    customerService: z.boolean(),
    /** RSA key for secret calls, SPKI in base64. */
    publicKey: z.string(),
  }),
};

export const siteCalls = {
  webSettings,
  /** The same for whoever only reads. */
  webSettingsRead: webSettings,
  ownerBasicInfo: { input: nothing, output: ownerInfo },
  consoleMails: {
    input: z.strictObject({ page: z.coerce.number().int().min(1).max(1000).default(1) }),
    output: z.object({
      total: z.int(),
      list: z.array(
        z.object({ id: z.string(), to: z.string(), subject: z.string(), at: z.string(), sent: z.boolean() }),
      ),
    }),
  },
  consoleMail: {
    input: z.strictObject({ id: z.string().regex(/^\d{1,18}$/) }),
    output: z.object({
      id: z.string(),
      to: z.string(),
      subject: z.string(),
      at: z.string(),
      html: z.string(),
      text: z.string(),
      attachments: z.array(z.object({ name: z.string(), href: z.string(), size: z.int() })),
    }),
  },
  consoleLogout: { input: nothing, output: done },
};

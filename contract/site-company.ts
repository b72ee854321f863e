// The owner as a company (rules §10, role admin): names, zone, currency, and who its mails come from.
import { currency, done, nothing, z } from './call.ts';

const typed = (most: number) => z.string().max(most);

const company = {
  /** As pages, mails and papers name it. */
  name: typed(300),
  legalName: typed(600),
  legalAddress: typed(2000),
  taxNumber: typed(300),
  zone: typed(60),
  currency,
  /** Sender of mails; '' is the shown name, the address of the installation, and no other address for answers. */
  mailName: typed(300),
  mailAddress: typed(300),
  mailReplyTo: typed(300),
};

export const siteCompanyCalls = {
  consoleCompany: {
    input: nothing,
    output: z.object({
      ...company,
      revision: z.int(),
      /** Why the currency cannot be changed any more; null as long as it can. */
      currencyFixed: z.enum(['sold', 'priced']).nullable(),
      zones: z.array(z.string()),
    }),
  },
  consoleCompanySave: { input: z.strictObject({ ...company, revision: z.int() }), output: done },
};

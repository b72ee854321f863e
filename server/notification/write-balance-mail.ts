// Low balance and low credit warn the main account (rules §8), once for each time the level was crossed.
import { formatLocale, languageOf } from '../../domain/languages.ts';
import { formatMoney, money } from '../../domain/money.ts';
import { paths } from '../../domain/paths.ts';
import { translate } from '../../locales/translate.ts';
import { inTransaction } from '../platform/db.ts';
import type { JobData } from '../platform/jobs.ts';
import { findOwner } from '../site/site.sql.ts';
import { drawMail } from './draw-mail.ts';
import { listMainAccounts } from './notification.sql.ts';
import { storeMail } from './store-mail.ts';
import type { MailParts } from './write-mails.ts';

export async function writeBalanceMail(writing: MailParts, data: JobData['balance.mail']): Promise<void> {
  const { partnerId, kind, leftMinor, journal } = data;
  const left = money(leftMinor, data.currency);
  await inTransaction(writing.owner, async (owner) => {
    const company = await findOwner(owner);
    for (const main of await listMainAccounts(owner, partnerId)) {
      const language = languageOf(main.language);
      const say = (key: string, values: Record<string, string | number> = {}) => translate(language, key, values);
      const title = say(`payment.balance.mail.${kind}.title`, { owner: company.name });
      const { html, body } = drawMail({
        language,
        company,
        title,
        intro: say(`payment.balance.mail.${kind}.intro`, { name: main.name, owner: company.name }),
        facts: [
          { label: say('account.detail.partnerName'), value: main.partner_name },
          { label: say(`payment.balance.left.${kind}`), value: formatMoney(left, formatLocale(language)) },
        ],
        button: company.address
          ? { label: say('payment.balance.mail.button'), href: company.address + paths.balance() }
          : undefined,
        small: say('payment.balance.mail.small'),
      });
      const mail = { occasion: `low ${kind} ${journal}`, recipient: main.email, subject: title, html, body };
      await storeMail(owner, writing, { ...mail, attachments: [], secret: null });
    }
  });
}

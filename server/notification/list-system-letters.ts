// Mails that a key or a web hook was made (decision 0792): to those who could end it, because it goes on after the session in which it was
// made, and after a new password.
import { consolePaths } from '../../domain/console-paths.ts';
import { type Language, languageOf } from '../../domain/languages.ts';
import { paths } from '../../domain/paths.ts';
import type { MadeForSystem } from '../../domain/systems.ts';
import { translate } from '../../locales/translate.ts';
import type { AccountRow } from '../account/account.sql.ts';
import type { OwnerTrx } from '../platform/db.ts';
import type { AccountMail } from '../platform/jobs.ts';
import { listAdminMails } from '../site/site.sql.ts';
import type { AccountLetter } from './list-partner-letters.ts';
import { listMainAccounts } from './notification.sql.ts';

const kinds = ['key-made', 'hook-made'] as const;
type Kind = (typeof kinds)[number];

export const isOfSystem = (kind: AccountMail): kind is Kind => kinds.some((value) => value === kind);

type Recipient = { email: string; name: string; language: string };

/** A partner's main accounts; of staff the person who made it and the administrators. */
async function listRecipients(owner: OwnerTrx, maker: AccountRow): Promise<Recipient[]> {
  if (maker.partner_id) return listMainAccounts(owner, maker.partner_id);
  const admins = (await listAdminMails(owner)).filter(({ email }) => email !== maker.email);
  return [maker, ...admins.map((admin) => ({ ...admin, name: maker.name }))];
}

export async function lettersOfSystem(
  owner: OwnerTrx,
  kind: Kind,
  maker: AccountRow,
  made: MadeForSystem,
): Promise<AccountLetter[]> {
  const isPartners = maker.partner_id !== null;
  const ofKeys = isPartners ? paths.apiKeys() : consolePaths.systems();
  const ofHooks = isPartners ? paths.hooks() : consolePaths.hooks();
  const path = kind === 'key-made' ? ofKeys : ofHooks;
  return (await listRecipients(owner, maker)).map((to) => {
    const language = languageOf(to.language);
    const facts = [...factsOf(kind, made, language), { key: 'systems.keys.madeBy', value: maker.name || maker.email }];
    return { kind, to: to.email, language, name: made.name, path, facts };
  });
}

function factsOf(kind: Kind, { name, does }: MadeForSystem, language: Language) {
  const [of, label, group] =
    kind === 'key-made'
      ? (['systems.keys.name', 'systems.keys.scopes', 'systems.scope'] as const)
      : (['systems.hooks.address', 'systems.hooks.types', 'systems.hook'] as const);
  const words = does.map((one) => translate(language, `${group}.${one}`));
  return [
    { key: of, value: name },
    { key: label, value: words.join(' · ') },
  ];
}

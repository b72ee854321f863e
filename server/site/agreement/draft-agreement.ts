// The first draft of an agreement in every language of the portal (§1 registration, §4 booking, privacy), for owners who begin with an
// empty page. The demo's agreements are the same.
import { readFileSync } from 'node:fs';
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import type { Context } from '../../platform/context.ts';

type Texts = Record<string, string>;
type Kind = ParsedInputOf<'consoleAgreementDraft'>['kind'];
type Draft = { titles: Texts; texts: Texts };

/** `shop`: the name that the texts call the owner by. */
export function readDrafts(shop: string): Record<Kind, Draft> {
  const drafts: Record<Kind, Draft> = JSON.parse(readFileSync(new URL('./drafts.json', import.meta.url), 'utf8'));
  const fill = (texts: Texts): Texts =>
    Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, text.replaceAll('{shop}', shop)]));
  const filled = Object.entries(drafts).map(([kind, { titles, texts }]) => [kind, { titles, texts: fill(texts) }]);
  return Object.fromEntries(filled);
}

export async function draftAgreement(
  { site }: Context,
  { kind }: ParsedInputOf<'consoleAgreementDraft'>,
): Promise<OutputOf<'consoleAgreementDraft'>> {
  return readDrafts(site.ownerName)[kind];
}

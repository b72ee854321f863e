// The owner's translator in the back office (decision 0620): it is asked for its languages before it is saved, so that a wrong address or
// key is seen at once. The key is sealed and never shown again.
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { type FieldProblem, Refusal } from '../../../domain/errors.ts';
import { languages } from '../../../domain/languages.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction, type Owner } from '../../platform/db.ts';
import { logAction } from '../../platform/log-actions.sql.ts';
import type { Vault } from '../../platform/vault.ts';
import { refuseAddress } from '../../systems/hooks/keep-hooks.ts';
import { NotReachable } from '../../systems/hooks/reach-address.ts';
import { type Codes, listCodes, NoTranslation, translateText } from './ask-translator.ts';
import { deleteTranslator, findTranslator, writeTranslator } from './translation.sql.ts';

const purposeOf = (owner: Owner) => `translator ${owner.id}`;

export const openTranslatorKey = (owner: Owner, vault: Vault, sealed: string): string =>
  sealed && vault.open(sealed, purposeOf(owner));

export async function showTranslator({ owner }: Context): Promise<OutputOf<'consoleTranslator'>> {
  const row = await findTranslator(owner);
  if (!row) return { translator: null };
  const { address, key_sealed, codes } = row;
  return {
    translator: { address, hasKey: key_sealed !== '', languages: languages.filter((language) => codes[language]) },
  };
}

/** Refuses invalidInput by field. Without a key the saved one is not sent to another address: it is left out. */
export async function saveTranslator(
  context: Context,
  input: ParsedInputOf<'consoleTranslatorSave'>,
): Promise<OutputOf<'consoleTranslatorSave'>> {
  const { owner, vault } = context;
  const [address, key] = [input.address.trim(), input.key.trim()];
  refuseAddress(context, address);
  const codes = await tryOut(context, { address, key });
  const sealed = key && vault.seal(key, purposeOf(owner));
  await inTransaction(owner, async (owner) => {
    const before = await findTranslator(owner);
    await writeTranslator(owner, { address, key_sealed: sealed, codes });
    await logAction(owner, context, {
      act: 'settings-saved',
      subject: 'translator',
      before: before && { address: before.address },
      after: { address },
    });
  });
  return {};
}

export async function removeTranslator(context: Context): Promise<OutputOf<'consoleTranslatorRemove'>> {
  await inTransaction(context.owner, async (owner) => {
    const before = await findTranslator(owner);
    await deleteTranslator(owner);
    await logAction(owner, context, {
      act: 'settings-saved',
      subject: 'translator',
      before: before && { address: before.address },
      after: {},
    });
  });
  return {};
}

/** Its languages, once it has translated a word: some tell them without a key and translate nothing. */
async function tryOut(context: Context, translator: { address: string; key: string }): Promise<Codes> {
  try {
    const codes = await listCodes(context, translator);
    const [source, target] = [...new Set(Object.values(codes))];
    if (!source || !target) throw new NoTranslation('odd');
    await translateText(context, translator, { text: 'OK', source, target });
    return codes;
  } catch (error) {
    throw new Refusal('invalidInput', { fields: problemOf(error) });
  }
}

function problemOf(error: unknown): Record<string, { problem: FieldProblem }> {
  if (error instanceof NoTranslation)
    return error.problem === 'key' ? { key: { problem: 'wrongKey' } } : { address: { problem: 'notTranslator' } };
  if (error instanceof NotReachable && error.problem === 'privateAddress')
    return { address: { problem: 'privateAddress' } };
  return { address: { problem: 'noAnswer' } };
}

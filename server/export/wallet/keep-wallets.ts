// An owner's certificate of Apple and service account of Google in the back office (decision 0442): judged before they are sealed, so
// that no buyer is offered a pass that cannot be signed.
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { type FieldProblems, Refusal } from '../../../domain/errors.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction, type Owner } from '../../platform/db.ts';
import { logAction } from '../../platform/log-actions.sql.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Signer } from './sign-manifest.ts';
import { deleteWallet, findWallet, listWallets, type WalletKind, type WalletRow, writeWallet } from './wallet.sql.ts';

type Input = ParsedInputOf<'consoleWalletSave'>;
type AppleKeys = { certificate: string; intermediate: string; key: string };

const purposeOf = (owner: Owner, kind: WalletKind) => `wallet ${kind} ${owner.id}`;

export async function showWallets({ owner }: Context): Promise<OutputOf<'consoleWallets'>> {
  const answer: OutputOf<'consoleWallets'> = { apple: null, google: null };
  for (const row of await listWallets(owner)) {
    if (row.kind === 'apple') answer.apple = row.facts;
    else answer.google = row.facts;
  }
  return answer;
}

export async function saveWallet(context: Context, input: Input): Promise<OutputOf<'consoleWalletSave'>> {
  const { owner } = context;
  const row = input.kind === 'apple' ? judgeApple(context, input) : judgeGoogle(context, input);
  await inTransaction(owner, async (owner) => {
    const before = (await findWallet(owner, input.kind))?.facts;
    await writeWallet(owner, row);
    await logAction(owner, context, {
      act: 'settings-saved',
      subject: `wallet ${input.kind}`,
      before,
      after: row.facts,
    });
  });
  return {};
}

export async function removeWallet(
  context: Context,
  { kind }: { kind: WalletKind },
): Promise<OutputOf<'consoleWalletRemove'>> {
  await inTransaction(context.owner, async (owner) => {
    const before = (await findWallet(owner, kind))?.facts;
    await deleteWallet(owner, kind);
    await logAction(owner, context, { act: 'settings-saved', subject: `wallet ${kind}`, before, after: {} });
  });
  return {};
}

const refuse = (fields: FieldProblems): never => {
  throw new Refusal('invalidInput', { fields });
};

/** Undefined for what is none. */
function read<Thing>(make: () => Thing): Thing | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

const isRsa = (key: KeyObject | undefined): key is KeyObject => key?.asymmetricKeyType === 'rsa';

function judgeApple({ owner, vault, now }: Context, { certificate, intermediate, key }: Input): WalletRow {
  const own = read(() => new X509Certificate(certificate));
  const above = read(() => new X509Certificate(intermediate));
  const secret = read(() => createPrivateKey(key));
  const passType = /^UID=(.+)$/m.exec(own?.subject ?? '')?.[1];
  const team = /^OU=(.+)$/m.exec(own?.subject ?? '')?.[1];
  const fields: FieldProblems = {};
  if (!own || !passType || !team || own.validToDate <= now)
    fields.certificate = { problem: certificate.trim() ? 'format' : 'required' };
  if (!above || (own && !(own.checkIssued(above) && own.verify(above.publicKey))))
    fields.intermediate = { problem: intermediate.trim() ? 'format' : 'required' };
  if (!isRsa(secret) || (own && !own.checkPrivateKey(secret)))
    fields.key = { problem: key.trim() ? 'format' : 'required' };
  if (!own || !passType || !team || Object.keys(fields).length) return refuse(fields);
  const keys: AppleKeys = { certificate, intermediate, key };
  return {
    kind: 'apple',
    facts: { passType, team, endsOn: own.validToDate.toISOString().slice(0, 10) },
    sealed: vault.seal(JSON.stringify(keys), purposeOf(owner, 'apple')),
  };
}

type Account = { client_email?: unknown; private_key?: unknown } | null | undefined;

function judgeGoogle({ owner, vault }: Context, { issuerId: typed, account }: Input): WalletRow {
  const issuerId = typed.trim();
  const file = read(() => JSON.parse(account) as Account);
  const { client_email: email, private_key: pem } = file ?? {};
  const fields: FieldProblems = {};
  if (!/^\d{6,30}$/.test(issuerId)) fields.issuerId = { problem: issuerId ? 'format' : 'required' };
  if (typeof email !== 'string' || typeof pem !== 'string' || !isRsa(read(() => createPrivateKey(pem))))
    fields.account = { problem: account.trim() ? 'format' : 'required' };
  if (typeof email !== 'string' || Object.keys(fields).length) return refuse(fields);
  const sealed = vault.seal(String(pem), purposeOf(owner, 'google'));
  return { kind: 'google', facts: { issuerId, account: email }, sealed };
}

export function openApple(owner: Owner, vault: Vault, sealed: string): Signer {
  const { certificate, intermediate, key } = JSON.parse(vault.open(sealed, purposeOf(owner, 'apple'))) as AppleKeys;
  return {
    certificate: new X509Certificate(certificate),
    intermediate: new X509Certificate(intermediate),
    key: createPrivateKey(key),
  };
}

export function openGoogle(owner: Owner, vault: Vault, sealed: string): KeyObject {
  return createPrivateKey(vault.open(sealed, purposeOf(owner, 'google')));
}

// An owner's certificate of Apple and service account of Google in the back office (decision 0442): judged before they are sealed, so
// that no buyer is offered a pass that cannot be signed.
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { type FieldProblem, type FieldProblems, Refusal } from '../../../domain/errors.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction, type Owner } from '../../platform/db.ts';
import { logAction } from '../../platform/log-actions.sql.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Signer } from './sign-manifest.ts';
import { deleteWallet, findWallet, listWallets, type WalletKind, type WalletRow, writeWallet } from './wallet.sql.ts';

type Input = ParsedInputOf<'consoleWalletSave'>;
type AppleKeys = { certificate: string; intermediate: string; key: string };

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const purposeOf = (owner: Owner, kind: WalletKind) => `wallet ${kind} ${owner.id}`;

export async function showWallets({ owner }: Context): Promise<OutputOf<'consoleWallets'>> {
  const shown: OutputOf<'consoleWallets'> = { apple: null, google: null };
  for (const row of await listWallets(owner)) {
    if (row.kind === 'apple') shown.apple = row.facts;
    else shown.google = row.facts;
  }
  return shown;
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

/** The fields that have a problem. */
function listWrong(problems: Record<string, FieldProblems[string] | undefined>): FieldProblems {
  return Object.fromEntries(Object.entries(problems).flatMap(([name, problem]) => (problem ? [[name, problem]] : [])));
}

/** Undefined for what is none. */
function read<Thing>(make: () => Thing): Thing | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

const isRsa = (key: KeyObject | undefined): key is KeyObject => key?.asymmetricKeyType === 'rsa';

/** The first problem of a field; an empty one is required. */
function judge(text: string, checks: [isWrong: boolean, problem: FieldProblem][]): FieldProblems[string] | undefined {
  const found = checks.find(([isWrong]) => isWrong);
  return found && { problem: text.trim() ? found[1] : 'required' };
}

function judgeApple({ owner, vault, now }: Context, { certificate, intermediate, key }: Input): WalletRow {
  const signing = read(() => new X509Certificate(certificate));
  const above = read(() => new X509Certificate(intermediate));
  const secret = read(() => createPrivateKey(key));
  const passType = /^UID=(.+)$/m.exec(signing?.subject ?? '')?.[1];
  const team = /^OU=(.+)$/m.exec(signing?.subject ?? '')?.[1];
  const isIssued = signing && above && signing.checkIssued(above) && signing.verify(above.publicKey);
  const fields = listWrong({
    certificate: judge(certificate, [
      [!signing || !passType || !team, 'keyForm'],
      [!!signing && (signing.validFromDate > now || signing.validToDate <= now), 'certificateOver'],
    ]),
    intermediate: judge(intermediate, [
      [!above, 'keyForm'],
      [!!signing && !isIssued, 'otherCertificate'],
    ]),
    key: judge(key, [
      [!secret, 'wholeKey'],
      [!isRsa(secret), 'keyForm'],
      [!!signing && !!secret && !signing.checkPrivateKey(secret), 'otherCertificate'],
    ]),
  });
  if (!signing || !passType || !team || Object.keys(fields).length) return refuse(fields);
  const keys: AppleKeys = { certificate, intermediate, key };
  return {
    kind: 'apple',
    facts: { passType, team, endsOn: dayOf(signing.validToDate) },
    sealed: vault.seal(JSON.stringify(keys), purposeOf(owner, 'apple')),
  };
}

type Account = { client_email?: unknown; private_key?: unknown } | null | undefined;

function judgeGoogle({ owner, vault }: Context, { issuerId: typed, account }: Input): WalletRow {
  const issuerId = typed.trim();
  const file = read(() => JSON.parse(account) as Account);
  const { client_email: email, private_key: pem } = file ?? {};
  const fields = listWrong({
    issuerId: judge(issuerId, [[!/^\d{6,30}$/.test(issuerId), 'keyForm']]),
    account: judge(account, [
      [typeof email !== 'string' || typeof pem !== 'string' || !isRsa(read(() => createPrivateKey(pem))), 'keyForm'],
    ]),
  });
  if (typeof email !== 'string' || Object.keys(fields).length) return refuse(fields);
  const sealed = vault.seal(String(pem), purposeOf(owner, 'google'));
  return { kind: 'google', facts: { issuerId, account: email }, sealed };
}

/** Whether passes are signed by it: a certificate ends one day. */
export function canSign(row: WalletRow, now: Date): boolean {
  return row.kind === 'google' || row.facts.endsOn >= dayOf(now);
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

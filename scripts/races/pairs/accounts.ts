// Pairs that meet at rights: a link and a code that are good once, keys and sessions that end, lists that are bounded, a person who is
// erased.
import { createHash, randomBytes } from 'node:crypto';
import { limits } from '../../../domain/limits.ts';
import { keyRules } from '../../../domain/systems.ts';
import { asOf, dataOf, fillForm, newKey, notBoth, one, oneWins } from '../act.ts';
import type { Act, Answer, DroppedGuard, Pair, Stage } from '../pair.ts';

const hashOf = (token: string) => createHash('sha256').update(token).digest();
const newToken = () => randomBytes(24).toString('base64url');
const elsewhere = (round: number) => ({ 'x-forwarded-for': `10.7.${(round >> 8) & 255}.${round & 255}` });

const accountOf = (stage: Stage, email: string) =>
  one<{ id: string; partner: string }>(
    stage,
    'SELECT account_id::text AS id, partner_id::text AS partner FROM account WHERE owner_id = 1 AND email = $1',
    [email],
  );

const resetTwice: Pair = {
  name: 'one link sets a password twice',
  law: 'security rule 45',
  async open(stage) {
    const { id } = await accountOf(stage, 'sub@one.example');
    return async (round) => {
      const token = newToken();
      await stage.read('DELETE FROM attempt');
      await stage.read(
        `INSERT INTO account_link (owner_id, token_hash, purpose, account_id, expires_at)
          VALUES (1, $1, 'reset', $2, now() + interval '1 hour')`,
        [hashOf(token), id],
      );
      const set =
        (password: string): Act =>
        (call) =>
          call('resetPasswordByToken', { token, password, confirmation: password }, { headers: elsewhere(round) });
      return { acts: [set(`harbour-${round}-one`), set(`harbour-${round}-two`)], judge: oneWins };
    };
  },
  without: {
    guards: [
      [
        'account/sign-up.sql.ts',
        '${purpose} AND used_at IS NULL AND expires_at > now()\n      RETURNING',
        '${purpose} AND expires_at > now()\n      RETURNING',
      ],
    ],
  },
};

const lastTry: Pair = {
  name: 'the last try of a mailed code × another',
  law: 'security rule 39',
  async open(stage) {
    return async (round) => {
      const email = `crowd${round}@mail.example`;
      const flow = `flow-of-${round}-${Date.now()}`;
      await stage.read('DELETE FROM attempt');
      await stage.read(
        `INSERT INTO email_code (owner_id, email, purpose, flow, code_hash, tries, expires_at)
          VALUES (1, $1, 'guest', $2, $3, $4, now() + interval '1 hour')`,
        [email, flow, randomBytes(32), limits.codeTries - 1],
      );
      const guess: Act = (call) =>
        call('verCodeRegionAndLogin', { email, flow, code: 'AAAA' }, { headers: elsewhere(round) });
      return {
        acts: [guess, guess],
        judge: (answers) => {
          const compared = answers.filter(({ code }) => code === 200004).length;
          return compared === 1 ? '' : `${compared} were compared: ${answers.map(({ code }) => code)}`;
        },
      };
    };
  },
  without: {
    guards: [['account/account.sql.ts', ' AND NOT used AND tries < ${tries} AND', ' AND NOT used AND']],
  },
};

async function openKeys(stage: Stage): Promise<void> {
  const { partner } = await accountOf(stage, 'agent@one.example');
  const input = { id: partner, open: true };
  dataOf('keys', await stage.doors[0]('consolePartnerKeysOpen', input, asOf(stage, 'operations')));
}

const making =
  (stage: Stage): Act =>
  (call) =>
    call('apiKeyCreate', { name: 'Booking system', scopes: ['book'] }, asOf(stage, 'agent'));

const lastKey: Pair = {
  name: 'two keys made where one more is allowed',
  law: 'security rule 60',
  async open(stage) {
    await openKeys(stage);
    return async () => {
      await stage.read('UPDATE api_key SET revoked_at = now() WHERE owner_id = 1 AND revoked_at IS NULL');
      for (let count = 1; count < keyRules.mostKeys; count += 1) dataOf('key', await making(stage)(stage.doors[0], 0));
      return { acts: [making(stage), making(stage)], judge: oneWins };
    };
  },
  without: {
    guards: [['systems/keys.sql.ts', 'partner_id = ${partnerId} FOR NO KEY UPDATE`', 'partner_id = ${partnerId}`']],
  },
};

/** After an end was answered, nothing enters any more, at either process. */
async function judgeEnded(stage: Stage, ended: Answer, ask: Act): Promise<string> {
  if (ended.code !== 200) return `not ended: ${ended.code} ${ended.msg}`;
  const after = await Promise.all(([0, 1] as const).map((door) => ask(stage.doors[door], door)));
  return after.every(({ http }) => http === 401) ? '' : `still let in: ${after.map(({ http }) => http)}`;
}

const revokedKey: Pair = {
  name: 'a key used × revoked',
  law: 'security rule 60',
  async open(stage) {
    await openKeys(stage);
    return async () => {
      await stage.read('UPDATE api_key SET revoked_at = now() WHERE owner_id = 1 AND revoked_at IS NULL');
      const made = dataOf('key', await making(stage)(stage.doors[0], 0)) as { id: string; key: string };
      const use: Act = (call) => call('orderList', {}, { headers: { authorization: `Bearer ${made.key}` } });
      const revoke: Act = (call) => call('apiKeyRevoke', { id: made.id }, asOf(stage, 'agent'));
      return { acts: [use, revoke], judge: ([, revoked]) => judgeEnded(stage, revoked, use) };
    };
  },
  without: { guards: [['account/keys/keys.sql.ts', ' AND revoked_at IS NULL AND (ends_at', ' AND (ends_at']] },
};

const endedSession: Pair = {
  name: 'a session used × ended from another one',
  law: 'security rule 45',
  async open(stage) {
    const { id } = await accountOf(stage, 'open@one.example');
    return async () => {
      const token = newToken();
      await stage.read(
        `INSERT INTO login_session (owner_id, token_hash, account_id, ver_auth_flag, idle_seconds, ends_at)
          VALUES (1, $1, $2, true, 3600, now() + interval '1 hour')`,
        [hashOf(token), id],
      );
      const use: Act = (call) => call('getUserInfo', {}, { token });
      const end: Act = (call) => call('logoutElsewhere', {}, asOf(stage, 'open'));
      return { acts: [use, end], judge: ([, ended]) => judgeEnded(stage, ended, use) };
    };
  },
  without: {
    guards: [['account/account.routes.ts', 'await deleteOtherSessions(context.owner, accountId, sessionHash);', '']],
  },
};

const lastWish: Pair = {
  name: 'two wishes added where one more is allowed',
  law: '§2 wish list',
  async open(stage) {
    const { id } = await accountOf(stage, 'agent@one.example');
    const columns = await stage.read<{ list: string }>(
      `SELECT string_agg(quote_ident(column_name), ', ') AS list FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = 'product' AND column_name NOT IN ('product_id', 'key')
          AND is_generated = 'NEVER' AND is_identity = 'NO'`,
    );
    const list = columns[0]?.list ?? '';
    await stage.read(`INSERT INTO product (key, ${list}) SELECT 'wish' || g, ${list}
      FROM product, generate_series(1, ${limits.wishes + 2}) g WHERE owner_id = 1 AND key = 'tower'`);
    const products = await stage.read<{ id: string }>(
      `SELECT product_id::text AS id FROM product WHERE owner_id = 1 AND key LIKE 'wish%' ORDER BY product_id`,
    );
    const ids = products.map((product) => product.id);
    const [first = '', second = '', ...rest] = ids;
    const adding =
      (product: string): Act =>
      (call) =>
        call('wishes', { add: [product], remove: [] }, asOf(stage, 'agent'));
    return async () => {
      await stage.read('DELETE FROM wish WHERE owner_id = 1 AND account_id = $1', [id]);
      await stage.read(
        `INSERT INTO wish (owner_id, account_id, product_id, created_at)
          SELECT 1, $1, p::bigint, now() - interval '1 day' FROM unnest($2::text[]) p`,
        [id, rest.slice(0, limits.wishes - 1)],
      );
      return {
        acts: [adding(first), adding(second)],
        async judge() {
          const { count } = await one<{ count: number }>(
            stage,
            'SELECT count(*)::int AS count FROM wish WHERE owner_id = 1 AND account_id = $1',
            [id],
          );
          return count === limits.wishes ? '' : `${count} wishes`;
        },
      };
    };
  },
  without: { guards: [['wish/wish.sql.ts', ' FOR NO KEY UPDATE`', '`']] },
};

/** A guest with a session, as one who came by a mailed code. */
async function newGuest(stage: Stage, email: string): Promise<string> {
  const token = newToken();
  await stage.read(
    `WITH p AS (INSERT INTO partner (owner_id, kind, name) VALUES (1, 'individual', $1) RETURNING partner_id),
      a AS (INSERT INTO account (owner_id, partner_id, kind, email, name, language, ver_login_flag, email_proved_at)
        SELECT 1, partner_id, 'guest', $1, 'racer', 'en', true, now() FROM p RETURNING account_id)
      INSERT INTO login_session (owner_id, token_hash, account_id, ver_auth_flag, idle_seconds, ends_at)
        SELECT 1, $2, account_id, false, 3600, now() + interval '1 hour' FROM a`,
    [email, hashOf(token)],
  );
  return token;
}

const standing: DroppedGuard = [
  'order/place/insert-orders.sql.ts',
  ' AND status <> ${accountCode.deleted}\n  ORDER BY account_id FOR KEY SHARE`',
  '`',
];

const erasedBuyer: Pair = {
  name: 'an order × the erasure of its buyer',
  law: '§6 personal data',
  async open(stage) {
    const input = await fillForm(stage, {}, 'member');
    return async (round) => {
      const email = `racer${round}@mail.example`;
      const token = await newGuest(stage, email);
      const order: Act = (call) => call('createOrder', input, { token, key: newKey() });
      const erase: Act = (call) => call('consolePersonErase', { email, reviews: 'nameless' }, asOf(stage, 'admin'));
      return { acts: [order, erase], judge: notBoth };
    };
  },
  without: { guards: [standing] },
};

export const accountPairs: readonly Pair[] = [
  resetTwice,
  lastTry,
  lastKey,
  revokedKey,
  endedSession,
  lastWish,
  erasedBuyer,
];

// The environment of operations: two processes over a separate database, prepared for one seed, and the model.
import { addDays } from '../../domain/dates.ts';
import { DealType } from '../../domain/payment-status.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { asOf, dataOf, departureOf, fillForm, newKey, type OrderInput, one } from '../races/act.ts';
import type { Answer, Stage } from '../races/pair.ts';
import { type DayName, dayNames, type Model, rollFrom } from './imagine-shop.ts';

export type World = {
  stage: Stage;
  seed: number;
  roll: (below: number) => number;
  model: Model;
  places: Record<DayName, { id: string; packageId: string }>;
  agency: string;
  coupon: string;
  card: { id: string; code: string };
  /** The last call with a key that was accepted, to be sent again as it was. */
  last: { send: () => Promise<Answer>; data: unknown } | undefined;
  form(day: DayName, quantity: number, buyer: 'agent' | 'member'): Promise<OrderInput>;
};

export const wantedOf = (day: DayName) =>
  ({
    first: { product: 'Silver Tower', on: playOn },
    second: { product: 'Silver Tower', on: addDays(playOn, 1) },
    few: { product: 'Few Seats', on: playOn },
    manual: { product: 'Green Hills', on: playOn },
  })[day];

const keyOf = { first: 'tower', second: 'tower', few: 'few-seats', manual: 'hills' } as const;

/** Mails to buyers, with their vouchers, would take most of the time; other tests cover them. */
const noMails = [
  'CREATE FUNCTION drop_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
  `CREATE TRIGGER no_mails BEFORE INSERT ON pgboss.job FOR EACH ROW WHEN (NEW.name = 'order.changed') EXECUTE FUNCTION drop_row()`,
];

/** The data that all seeds of one stage share. */
export type Backdrop = Pick<World, 'stage' | 'places' | 'agency' | 'form'>;

export async function paintBackdrop(stage: Stage): Promise<Backdrop> {
  for (const text of noMails) await stage.read(text);
  await stage.read('UPDATE owner SET four_eyes_minor = NULL WHERE owner_id = 1');
  await stage.read(`INSERT INTO channel_setting (owner_id, channel, active, fee_percent) VALUES (1, 'credit', true, '0')
    ON CONFLICT DO NOTHING`);
  const places = {} as World['places'];
  for (const day of dayNames) places[day] = await departureOf(stage, keyOf[day], wantedOf(day).on);
  const agency = await one<{ id: string }>(
    stage,
    `SELECT partner_id::text AS id FROM partner WHERE owner_id = 1 AND name = 'Agency'`,
  );
  const forms = new Map<string, Promise<OrderInput>>();
  return {
    stage,
    places,
    agency: agency.id,
    form(day, quantity, buyer) {
      const name = `${day} ${quantity} ${buyer}`;
      const form = forms.get(name) ?? fillForm(stage, { ...wantedOf(day), quantity }, buyer);
      forms.set(name, form);
      return form;
    },
  };
}

/** Sets free places, money and uses of the promo code to the seed's, independent of earlier seeds. */
export async function openWorld(backdrop: Backdrop, seed: number): Promise<World> {
  const { stage, places, agency } = backdrop;
  const roll = rollFrom(seed);
  // The forms are asked for while all places are free.
  for (const { id } of Object.values(places))
    await stage.read('UPDATE departure SET capacity = 10000000 WHERE departure_id = $1', [id]);
  for (const day of dayNames)
    for (const quantity of [1, 2, 3, 4])
      if (day !== 'manual' || quantity > 1) {
        await backdrop.form(day, quantity, 'agent');
        await backdrop.form(day, quantity, 'member');
      }
  const days = {} as Model['days'];
  for (const day of dayNames)
    [days[day] as unknown] = await stage.read(
      `UPDATE departure SET capacity = held + sold + $2 WHERE departure_id = $1
        RETURNING capacity::int AS capacity, held::int AS held, sold::int AS sold`,
      [places[day].id, 3 + roll(12)],
    );
  const coupon = { used: 0, limit: 1 + roll(6) };
  await stage.read(
    `INSERT INTO coupon (owner_id, code, type, type_value, currency, use_limit) VALUES (1, $1, 1, 500, 'MYR', $2)`,
    [`ACTS${seed}`, coupon.limit],
  );
  const cardMinor = 20_000 + roll(20) * 5000;
  const card = await issueCard(stage, cardMinor);
  const deposit = await setMoney(stage, agency, 'deposit', 50_000 + roll(40) * 10_000);
  const credit = await setMoney(stage, agency, 'credit', roll(20) * 10_000);
  const balances = { deposit: deposit.balance, credit: credit.balance, card: cardMinor };
  const owed = { deposit: 0, credit: 0, card: 0 };
  const model: Model = { days, balances, creditLimit: credit.limit, owed, coupon, orders: [] };
  return { ...backdrop, seed, roll, model, coupon: `ACTS${seed}`, card, last: undefined };
}

async function issueCard(stage: Stage, valueMinor: number): Promise<World['card']> {
  const wanted = { valueMinor, count: 1, currency: 'MYR' as const, endsOn: null, note: '' };
  const { codes } = dataOf('card', await stage.doors[0]('consoleGiftCardIssue', wanted, asOf(stage, 'finance')));
  const { id } = await one<{ id: string }>(stage, 'SELECT max(card_id)::text AS id FROM gift_card WHERE owner_id = 1');
  return { id, code: codes[0] ?? '' };
}

/** Gives the account this balance. */
async function setMoney(stage: Stage, agency: string, kind: 'deposit' | 'credit', wanted: number) {
  const read = async () => {
    const [found] = await stage.read<{ balance: number; limit: number }>(
      `SELECT balance_minor::float8 AS balance, credit_limit_minor::float8 AS limit FROM ledger_account
        WHERE owner_id = 1 AND partner_id = $1 AND kind = $2 AND currency = 'MYR'`,
      [agency, kind],
    );
    return found ?? { balance: 0, limit: 0 };
  };
  const { balance, limit } = await read();
  const more = wanted - balance - limit;
  const [raise, lower] =
    kind === 'deposit'
      ? ([DealType.raiseDeposit, DealType.lowerDeposit] as const)
      : ([DealType.raiseLine, DealType.lowerLine] as const);
  if (more) {
    const input = { id: agency, dealType: more > 0 ? raise : lower, amountMinor: Math.abs(more), reason: 'a seed' };
    dataOf('consoleAdjust', await stage.doors[0]('consoleAdjust', input, { ...asOf(stage, 'finance'), key: newKey() }));
  }
  return read();
}

// Gift cards in the back office (decision 0409, role finance): issued with their codes shown once, listed with what is left, blocked.
import { currency, day, money, recordId, z } from './call.ts';

const page = z.coerce.number().int().min(1).max(100_000).default(1);
const listed = { total: z.int(), page: z.int(), pages: z.int() };

/** `waiting`: above the owner's limit for one person, another has to release it; `over`: its last day has passed. */
const state = z.enum(['open', 'waiting', 'blocked', 'over', 'empty']);

const card = z.object({
  id: z.string(),
  /** The last letters of the code; the whole is shown once. */
  ending: z.string(),
  value: money,
  balance: money,
  endsOn: day.nullable(),
  state,
  /** Blocked, whatever else it is. */
  blocked: z.boolean(),
  /** It waits, and was issued by the person who asks: somebody else releases it. */
  own: z.boolean(),
  waits: z.boolean(),
  uses: z.int(),
  note: z.string(),
  issuedBy: z.string(),
  at: z.string(),
});

export const paymentGiftCardsCalls = {
  consoleGiftCards: {
    input: z.strictObject({ query: z.string().max(60).default(''), state: state.optional(), page }),
    output: z.object({
      ...listed,
      zone: z.string(),
      list: z.array(card),
      /** What the owner owes to the holders of cards, by currency. */
      owed: z.array(z.object({ amount: money, cards: z.int() })),
      currencies: z.array(currency),
      /** Above this total, in the owner's currency, another person releases what was issued; null: never. */
      fourEyes: money.nullable(),
      /** Buyers can pay with cards. */
      offered: z.boolean(),
    }),
  },
  consoleGiftCard: {
    input: z.strictObject({ id: recordId }),
    output: z.object({
      card,
      zone: z.string(),
      uses: z.array(
        z.object({
          orderNo: z.string(),
          at: z.string(),
          amount: money,
          /** What came back to the card. */
          returned: money,
          /** It is held until the rest of the order's price comes. */
          held: z.boolean(),
        }),
      ),
    }),
  },
  /** The codes are in this answer alone. Refuses invalidInput by field. */
  consoleGiftCardIssue: {
    input: z.strictObject({
      valueMinor: z.int(),
      currency,
      count: z.int(),
      endsOn: day.nullable(),
      note: z.string().max(100),
    }),
    output: z.object({ codes: z.array(z.string()), waits: z.boolean() }),
  },
  /** Refuses changedMeanwhile, ownAdjustment for a release by the person who issued the card. */
  consoleGiftCardMove: {
    input: z.strictObject({
      id: recordId,
      act: z.enum(['block', 'unblock', 'release']),
      reason: z.string().max(500).default(''),
    }),
    output: z.object({ state }),
  },
};

// What becomes of an order of the demo's history after it is paid: each step is put down for the day on which it happens.
import { addDays, type Day, openDay, weekdayOf } from '../../domain/dates.ts';
import type { Language } from '../../domain/languages.ts';
import type { Bought } from './buy.ts';
import { languageOf, questions, reviews } from './people.ts';
import { pick, type Stage } from './stage.ts';

export type Tale = {
  stage: Stage;
  operations: string;
  finance: string;
  admin: string;
  day: Day;
  /** The last day of the history. */
  today: Day;
  /** Applications to cancel; every tenth is declined. */
  cancelsDecided: number;
  /** How many reviews were written in each language: the texts of a language take turns. */
  reviewsWritten: Map<Language, number>;
  /** What those could write who came and have not written: one of them does on the last day. */
  unwritten: (() => Promise<unknown>)[];
  /** What is to be done on a morning. */
  agenda: Map<Day, Step[]>;
};
type Step = { by: 'staff' | 'buyer'; orderNo: string; act(): Promise<unknown> };

/** Puts a step of an order down for a day; never for one that is over. */
export function plan({ agenda, day: today }: Tale, day: Day, step: Step): void {
  const on = day > today ? day : addDays(today, 1);
  agenda.set(on, [...(agenda.get(on) ?? []), step]);
}

export async function followPaid(tale: Tale, bought: Bought): Promise<void> {
  const { day, stage, operations } = tale;
  const { orderNo, chance } = bought;
  const desk = { token: operations, host: stage.host };
  const luck = chance();
  const refused = luck < 0.03;
  const decide = () =>
    refused
      ? stage.call('consoleReject', { id: orderNo, why: 'The operator has no seats left on this day.' }, desk)
      : stage.call('consoleConfirm', { id: orderNo, reference: '' }, desk);
  if (!bought.instant) plan(tale, addDays(day, 1), { by: 'staff', orderNo, act: decide });
  if (chance() < 0.08) await ask(tale, bought);
  if (luck < 0.12) plan(tale, addDays(day, 2), { by: 'buyer', orderNo, act: () => cancel(tale, bought) });
  else {
    const usedOn = bought.on === openDay ? addDays(day, 3 + Math.floor(chance() * 8)) : bought.on;
    plan(tale, usedOn, { by: 'staff', orderNo, act: () => use(tale, bought) });
  }
}

async function ask(tale: Tale, { orderNo, buyer, chance }: Bought): Promise<void> {
  const { stage } = tale;
  const [question, answer] = pick(chance, questions);
  const desk = { token: tale.operations, host: stage.host };
  const act = async () => {
    await stage.call('consoleRemarks', { id: orderNo }, desk);
    await stage.call('consoleRemark', { id: orderNo, text: answer }, desk);
  };
  plan(tale, addDays(tale.day, 1), { by: 'staff', orderNo, act });
  await stage.call('remark', { orderNo, text: question }, { token: buyer.token, host: stage.host });
}

export function cancel({ stage }: Tale, { orderNo, buyer }: Bought) {
  return stage.call('cancelOrder', { orderNo, remark: '' }, { token: buyer.token, host: stage.host });
}

/** Most who come show their voucher, and some of them write about the day. */
async function use(tale: Tale, { orderNo, buyer, contact, chance }: Bought): Promise<void> {
  const { stage } = tale;
  if (chance() < 0.1) return;
  const line = `${orderNo}-1`;
  const redeemed = await stage.call(
    'consoleVoucherRedeem',
    { text: line },
    { token: tale.operations, host: stage.host },
  );
  if (redeemed.code !== 200) return;
  const writes = chance() >= 0.45;
  const { stars, language, body } = nextReview(tale, contact);
  const write = () =>
    stage.call('reviewSend', { line, stars, body, language }, { token: buyer.token, host: stage.host });
  if (writes) plan(tale, addDays(tale.day, 1 + Math.floor(chance() * 3)), { by: 'buyer', orderNo, act: write });
  else tale.unwritten.push(write);
}

function nextReview({ reviewsWritten }: Tale, name: string): { stars: number; language: Language; body: string } {
  const language = languageOf[name] ?? 'en';
  const texts = reviews[language] ?? reviews.en;
  const before = reviewsWritten.get(language) ?? 0;
  reviewsWritten.set(language, before + 1);
  const [stars, body] = texts[before % texts.length] ?? [5, ''];
  return { stars, language, body };
}

/** A morning: what was put down for it, and what ran out meanwhile. The last one's work is what staff finds. */
export async function workThrough(tale: Tale, isLast: boolean): Promise<void> {
  await tale.stage.sweep();
  const due = (tale.agenda.get(tale.day) ?? []).filter(({ by }) => by === 'buyer' || !isLast);
  // Steps of one order follow each other; orders do not wait for each other.
  const orders = [...Map.groupBy(due, ({ orderNo }) => orderNo).values()];
  await Promise.all(
    orders.map(async (steps) => {
      for (const { act } of steps) await act();
    }),
  );
  // What came in is looked at twice a week; the day before the last leaves nothing.
  if (!isLast && (weekdayOf(tale.day) % 3 === 1 || addDays(tale.day, 1) === tale.today)) await workOffQueues(tale);
}

/** Applications to cancel and new reviews. */
async function workOffQueues(tale: Tale): Promise<void> {
  const { stage, operations } = tale;
  const desk = { token: operations, host: stage.host };
  const [cancels, reviews] = await Promise.all([
    stage.call('consoleCancels', {}, desk),
    stage.call('consoleReviews', { state: 'waiting' }, desk),
  ]);
  const decideCancel = ({ id }: { id: string }) => {
    tale.cancelsDecided += 1;
    const decision =
      tale.cancelsDecided % 10 === 0 ? { approve: false, reason: 1, text: 'The day is too near.' } : { approve: true };
    return stage.call('consoleCancelDecide', { id, ...decision }, desk);
  };
  const decideReview = async ({ id, stars }: { id: string; stars: number }) => {
    await stage.call('consoleReviewDecide', { id, act: 'publish' }, desk);
    const text = 'Thank you for telling us. We have talked about it with the team.';
    if (stars < 4) await stage.call('consoleReviewAnswer', { id, text }, desk);
  };
  await Promise.all([...cancels.data.list.map(decideCancel), ...reviews.data.list.map(decideReview)]);
}

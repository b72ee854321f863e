// What becomes of an order of the demo's history after it is paid: each step is put down for the day on which it happens.
import { addDays, type Day, openDay } from '../../domain/dates.ts';
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
  /** What is to be done on a morning, by staff or by buyers. */
  agenda: Map<Day, { by: 'staff' | 'buyer'; act(): Promise<unknown> }[]>;
};

/** Puts a step down for a day; never for one that is over. */
export function plan({ agenda, day: today }: Tale, by: 'staff' | 'buyer', day: Day, act: () => Promise<unknown>): void {
  const on = day > today ? day : addDays(today, 1);
  agenda.set(on, [...(agenda.get(on) ?? []), { by, act }]);
}

export function followPaid(tale: Tale, bought: Bought): void {
  const { day, stage, operations } = tale;
  const { orderNo, chance } = bought;
  const desk = { token: operations, host: stage.host };
  const luck = chance();
  const refused = luck < 0.03;
  // Refused where the product was confirmed at once: then nothing happens.
  plan(tale, 'staff', addDays(day, 1), () =>
    refused
      ? stage.call('consoleReject', { id: orderNo, why: 'The operator has no seats left on this day.' }, desk)
      : stage.call('consoleConfirm', { id: orderNo, reference: '' }, desk),
  );
  if (chance() < 0.08) ask(tale, bought);
  if (luck < 0.12) plan(tale, 'buyer', addDays(day, 2), () => cancel(tale, bought));
  else
    plan(tale, 'staff', bought.on === openDay ? addDays(day, 3 + Math.floor(chance() * 8)) : bought.on, () =>
      use(tale, bought),
    );
}

async function ask(tale: Tale, { orderNo, buyer, chance }: Bought): Promise<void> {
  const { stage } = tale;
  const [question, answer] = pick(chance, questions);
  const desk = { token: tale.operations, host: stage.host };
  plan(tale, 'staff', addDays(tale.day, 1), async () => {
    await stage.call('consoleRemarks', { id: orderNo }, desk);
    await stage.call('consoleRemark', { id: orderNo, text: answer }, desk);
  });
  await stage.call('remark', { orderNo, text: question }, { token: buyer.token, host: stage.host });
}

export function cancel({ stage }: Tale, { orderNo, buyer }: Bought): Promise<unknown> {
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
  if (writes) plan(tale, 'buyer', addDays(tale.day, 1 + Math.floor(chance() * 3)), write);
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

/** The desk's morning: applications to cancel and new reviews. */
export async function workOffQueues(tale: Tale): Promise<void> {
  const { stage, operations } = tale;
  const desk = { token: operations, host: stage.host };
  const { list: cancels } = (await stage.call('consoleCancels', {}, desk)).data;
  for (const { id } of cancels) {
    tale.cancelsDecided += 1;
    const decision =
      tale.cancelsDecided % 10 === 0 ? { approve: false, reason: 1, text: 'The day is too near.' } : { approve: true };
    await stage.call('consoleCancelDecide', { id, ...decision }, desk);
  }
  const { list: written } = (await stage.call('consoleReviews', { state: 'waiting' }, desk)).data;
  for (const { id, stars } of written) {
    await stage.call('consoleReviewDecide', { id, act: 'publish' }, desk);
    if (stars < 4)
      await stage.call(
        'consoleReviewAnswer',
        { id, text: 'Thank you for telling us. We have talked about it with the team.' },
        desk,
      );
  }
}

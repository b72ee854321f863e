// First steps (§7 useronboarding) of buyers and staff: each kind of reader has its own; steps whose result exists are done, and the
// person ticks, hides and restores the others.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markOfStep } from '../../domain/onboarding-steps.ts';
import { wordsIn } from '../../locales/index.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { placeOrder } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let member: string;
beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  member = await test.signIn('member@one.example', 'member-2026');
});
afterAll(() => test.close());

const buyerState = async (token: string) => {
  const { steps } = (await test.call('onboardingConfig', {}, { token })).data;
  return Object.fromEntries(steps.map(({ step, done }) => [step, done]));
};
const staffState = async (token: string) => {
  const { steps } = (await test.call('consoleOnboarding', {}, { token })).data;
  return Object.fromEntries(steps.map(({ step, done }) => [step, done]));
};

describe('buyers', () => {
  it('have the steps of their kind, done by what exists', async () => {
    expect(await buyerState(member)).toEqual({ password: 'found', profile: null, order: null });
    expect(await buyerState(agent)).toMatchObject({ approval: 'found', 'top-up': 'found', logo: null, order: null });
    await placeOrder(test, member);
    expect((await buyerState(member)).order).toBe('found');
    expect((await buyerState(agent)).order).toBeNull();
    await sql`UPDATE account SET mobile = '123456' WHERE owner_id = 1 AND email = 'agent@one.example'`.execute(
      test.database.house,
    );
    expect((await buyerState(agent)).profile).toBe('found');
  });

  it('tick, take back, hide and bring back', async () => {
    const mark = (seen: string, undo = false) => test.call('onboardingUpdate', { seen, undo }, { token: agent });
    // Twenty at once are one mark.
    await Promise.all(Array.from({ length: 20 }, () => mark(markOfStep('logo'))));
    expect((await buyerState(agent)).logo).toBe('ticked');
    const { rows } = await sql<{ onboarding: string[] }>`SELECT onboarding FROM account WHERE owner_id = 1
      AND email = 'agent@one.example'`.execute(test.database.house);
    expect(rows[0]?.onboarding.filter((word) => word === 'done-logo')).toHaveLength(1);
    await mark(markOfStep('logo'), true);
    expect((await buyerState(agent)).logo).toBeNull();
    await mark('steps-hidden');
    expect((await test.call('onboardingConfig', {}, { token: agent })).data.seen).toContain('steps-hidden');
    await mark('steps-hidden', true);
    expect((await test.call('onboardingConfig', {}, { token: agent })).data.seen).not.toContain('steps-hidden');
  });
});

describe('staff', () => {
  it('have the steps of their roles', async () => {
    const admin = await test.signIn('admin@one.example', 'admin-2026');
    const finance = await test.signIn('finance@one.example', 'finance-2026');
    expect(await staffState(finance)).toMatchObject({ channel: 'found', transfer: null, deposit: 'found' });
    expect(await staffState(admin)).toMatchObject({
      company: null,
      product: 'found',
      staff: 'found',
      'mail-trial': null,
    });
    await test.call('consoleMailTry', {}, { token: admin });
    expect((await staffState(admin))['mail-trial']).toBe('found');
    await test.call('consoleOnboardingUpdate', { seen: markOfStep('company') }, { token: admin });
    expect((await staffState(admin)).company).toBe('ticked');
    expect((await test.call('consoleOnboarding', {}, { token: finance })).data.seen).toEqual([]);
    expect((await test.call('consoleOnboarding', {}, { token: agent })).http).toBe(401);
  });

  it('every step has words', async () => {
    const { buyerSteps, staffSteps } = await import('../../domain/onboarding-steps.ts');
    const english = wordsIn('en');
    const wanted = [
      ...Object.values(buyerSteps).flatMap((steps) => steps.map((step) => `member.step.${step}`)),
      ...Object.values(staffSteps).flatMap((steps) => steps.map((step) => `staff.step.${step}`)),
    ];
    expect(wanted.filter((key) => !english[key])).toEqual([]);
  });
});

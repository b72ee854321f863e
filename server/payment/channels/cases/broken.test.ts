// Each case of conformance.ts is able to fail: with the mistake that it exists for (broken-adapters.ts) it does, and in the same house it
// passes again without it. One channel is enough for that, because the cases are the same for all.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpSandbox } from '../../../../tests/build/gateways/set-up-sandbox.ts';
import { setUpStripe } from '../../../../tests/build/gateways/set-up-stripe.ts';
import { openTheatre, type Theatre } from '../../../../tests/build/set-up-channels.ts';
import { sql } from '../../../platform/db.ts';
import { allCases } from '../conformance.ts';
import { channelOf } from '../index.ts';
import type { Stage } from '../stage.ts';
import type { Case } from './begin-payment.ts';
import { type Break, breaks } from './broken-adapters.ts';

let theatre: Theatre;
beforeAll(async () => {
  theatre = await openTheatre([setUpSandbox, setUpStripe]);
});
// The mistakes leave traces in this house, and the audit at the end reports them.
afterAll(() => expect(theatre.close()).rejects.toThrow('the audit found'));

const channel = channelOf('sandbox');

/** What is awaited does not come: there is no need to wait for it as long as for what comes late. */
async function untilSoon<Value>(ask: () => Promise<Value>, fits: (value: Value) => boolean): Promise<Value> {
  for (let tries = 0; ; tries += 1) {
    const value = await ask();
    if (fits(value) || tries > 15) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function withBreak({ bend, house }: Break, work: () => Promise<void>): Promise<void> {
  const whole = { ...channel };
  if (house) await sql.raw(house.undo).execute(theatre.test.database.house);
  if (bend) Object.assign(channel, bend(whole));
  try {
    await work();
  } finally {
    Object.assign(channel, whole);
    if (house) await sql.raw(house.mend).execute(theatre.test.database.house);
  }
}

/** What the audit finds, one violation after another: their order in a finding may change. */
async function listViolations(stage: Stage): Promise<{ key: string; subject: string }[]> {
  const findings = (await stage.audit()).map((text) => JSON.parse(text) as Finding);
  return findings.flatMap(({ invariant, violations }) =>
    violations.map(({ subject }) => ({ key: `${invariant}: ${subject}`, subject })),
  );
}
type Finding = { invariant: string; violations: { subject: string }[] };

/** Orders of earlier cases are left out: what a mistake began with them may still go on. */
async function runCase([, run]: Case, stage: Stage): Promise<void> {
  const { rows } = await sql<{ no: string }>`SELECT order_no AS no FROM purchase`.execute(theatre.test.database.house);
  const before = new Set((await listViolations(stage)).map(({ key }) => key));
  await run(stage);
  const isEarlier = (subject: string) => rows.some(({ no }) => subject.startsWith(no));
  const found = (await listViolations(stage)).filter(({ key, subject }) => !before.has(key) && !isEarlier(subject));
  expect(found).toEqual([]);
}

describe('security rules 16 to 26: a case fails with the mistake that it exists for, and passes without it', () => {
  it('there is a mistake for every case', () => {
    expect(Object.keys(breaks).sort()).toEqual(allCases.map(([name]) => name).sort());
  });

  it.each(allCases)('%s', async (...item) => {
    const stage = theatre.stageOf('sandbox');
    const broken = breaks[item[0]] as Break;
    await withBreak(broken, async () => {
      const failed = await runCase(item, { ...stage, until: untilSoon }).then(
        () => false,
        (error) => error instanceof Error && error.name === 'AssertionError',
      );
      expect(failed, broken.mistake).toBe(true);
    });
    await runCase(item, stage);
  });
});

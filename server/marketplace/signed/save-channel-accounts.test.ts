// An account at a platform that signs its messages, when staff connect it for the first time (§3 order source).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { atOneMoment } from '../../../tests/build/at-one-moment.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { qunarKey } from '../../../tests/build/play-reported-platforms.ts';
import { findAgency } from '../../../tests/build/set-balances.ts';

let test: TestHouse;
let admin: string;
let partnerId: string;
beforeAll(async () => {
  test = await openTestHouse();
  admin = await test.signIn('admin@one.example', 'admin-2026');
  partnerId = await findAgency(test, await test.signIn('finance@one.example', 'finance-2026'));
});
afterAll(() => test.close());

const qunar = (account: string) => ({ source: 8, partnerId, account, signKey: qunarKey }) as const;

it('is connected for each of several members of staff who save it at one moment', async () => {
  for (let round = 0; round < 6; round += 1) {
    const answers = await atOneMoment(test, 'channel_account', 4, () =>
      test.call('consoleChannelAccountSave', qunar('kembara'), { token: admin }),
    );
    expect(answers.map(({ code, data }) => [code, data])).toEqual(Array(4).fill([200, {}]));
    expect((await test.call('consoleChannelAccountDelete', { source: 8 }, { token: admin })).code).toBe(200);
  }
});

it('of another platform stays with it', async () => {
  expect((await test.call('consoleChannelAccountSave', qunar('shared'), { token: admin })).code).toBe(200);
  const account = { source: 14, partnerId, account: 'shared', signKey: 'password' } as const;
  const refused = await test.call('consoleChannelAccountSave', account, { token: admin });
  expect(refused).toMatchObject({ code: 200001, data: { fields: { account: expect.any(String) } } });
});

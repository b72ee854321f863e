// The installation's admin for tests: created like by the command line, with a password chosen by the printed link.
import { makeHouse } from '../../server/house/make-house.ts';
import { chosenPassword } from './enter-new-staff.ts';
import type { TestHouse } from './open-house.ts';

export const houseHost = 'house.test';
const houseAdmin = 'house@house.example';

/** The token of the first admin's session. */
export async function enterHouse(test: TestHouse): Promise<string> {
  const first = { address: `http://${houseHost}`, email: houseAdmin, name: 'Helen Berg' };
  const link = await makeHouse(test.database, first);
  const token = new URL(link).searchParams.get('token') ?? '';
  const as = { host: houseHost };
  const typed = { token, password: chosenPassword, confirmation: chosenPassword };
  const chosen = await test.call('resetPasswordByToken', typed, as);
  if (chosen.code !== 200) throw new Error(`no password for the house: ${chosen.msg}`);
  const { code, msg, data } = await test.call('consoleLogin', { account: houseAdmin, password: chosenPassword }, as);
  if (code !== 200) throw new Error(`no sign-in to the house: ${msg}`);
  return data.token;
}

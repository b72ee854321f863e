// The first sign-in of a member of staff: the password that an administrator got is replaced, as the house demands.
import type { TestHouse } from './open-house.ts';

export const chosenPassword = 'harbour-2026';

/** The token of a session under the person's own password, {@link chosenPassword}. */
export async function enterNewStaff(test: TestHouse, email: string, first: string, host = 'one.test'): Promise<string> {
  const enter = async (password: string) => {
    const { code, msg, data } = await test.call('consoleLogin', { account: email, password }, { host });
    if (code !== 200) throw new Error(`no sign-in for ${email}: ${msg}`);
    return data.token;
  };
  const token = await enter(first);
  const typed = { current: first, password: chosenPassword, confirmation: chosenPassword };
  const { code, msg } = await test.call('consolePassword', typed, { token, host });
  if (code !== 200) throw new Error(`${email} got no new password: ${msg}`);
  return enter(chosenPassword);
}

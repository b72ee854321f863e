// The first sign-in of a member of staff: the generated password is replaced, as required; a person of a
// supplier chooses one by the link of a mail.
import { until } from './open-gateway.ts';
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

/** The token of a session of somebody who chose {@link chosenPassword} by the link of the newest mail to the address. */
export async function enterByInvitation(test: TestHouse, email: string, host = 'one.test'): Promise<string> {
  const mail = await until(
    async () => (await test.mails(email)).find((one) => one.occasion.startsWith('account invite')),
    Boolean,
  );
  const token = /reset\?token=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? '';
  const typed = { token, password: chosenPassword, confirmation: chosenPassword };
  const chosen = await test.call('resetPasswordByToken', typed, { host });
  if (chosen.code !== 200) throw new Error(`${email} chose no password: ${chosen.msg}`);
  const { code, msg, data } = await test.call('consoleLogin', { account: email, password: chosenPassword }, { host });
  if (code !== 200) throw new Error(`no sign-in for ${email}: ${msg}`);
  return data.token;
}

// API keys of the first owner's agency in tests, through the calls that its owner and the agency use.
import type { InputOf } from '../../contract/index.ts';
import type { TestHouse } from './open-house.ts';

/** Lets the agency make keys, as staff does; its number. `staff` is a session of an administrator or of operations. */
export async function openKeys(test: TestHouse, staff: string): Promise<string> {
  const found = await test.call('consolePartners', { query: 'agent@' }, { token: staff });
  const id = found.data.list[0]?.id;
  if (!id) throw new Error('no agency');
  await test.call('consolePartnerKeysOpen', { id, open: true }, { token: staff });
  return id;
}

/** The key of a system that may do this for the agency; named after its first right unless it has a name. */
export async function makeApiKey(
  test: TestHouse,
  scopes: InputOf<'apiKeyCreate'>['scopes'],
  name: string = scopes[0] ?? '',
): Promise<string> {
  await openKeys(test, await test.signIn('operations@one.example', 'operations-2026'));
  const token = await test.signIn('agent@one.example', 'agent-2026');
  return (await test.call('apiKeyCreate', { name, scopes }, { token })).data.key;
}

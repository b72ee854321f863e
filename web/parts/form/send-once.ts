import type { CallName } from '../../../contract/calls.ts';
import type { InputOf, OutputOf } from '../../../contract/index.ts';
import { CallRefused, send } from '../../call.ts';
import { dropKey, heldKey } from './store-typed.ts';

/**
 * Sends with an idempotency key that belongs to exactly this input until it is answered (rules §2): an input that got no answer is sent
 * again with the same key. `name` is what the input is for.
 */
export async function sendOnce<Name extends CallName>(
  call: Name,
  input: InputOf<Name>,
  name: string,
): Promise<OutputOf<Name>> {
  const key = `${name} ${JSON.stringify(input)}`;
  try {
    const answer = await send(call, input, { idempotencyKey: heldKey(key) });
    dropKey(key);
    return answer;
  } catch (error) {
    if (error instanceof CallRefused) dropKey(key);
    throw error;
  }
}

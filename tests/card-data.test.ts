// Card data never reaches the portal (security rule 26, decision 0352): no field accepts it, and no text of a buyer may contain a number.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { calls } from '../contract/calls.ts';
import { schemas } from '../contract/index.ts';
import { refusals } from '../domain/errors.ts';
import { channelTraits } from '../domain/pay-channels.ts';
import { channelOf, isOutside } from '../server/payment/channels/index.ts';
import { hasCardNumber } from '../server/platform/edge/find-card-numbers.ts';
import { listSources } from './build/list-sources.ts';
import { openTestHouse, type TestHouse } from './build/open-house.ts';
import { fillOrder, newKey } from './build/place-orders.ts';

/** Names of fields that take a card: its number, its end, its code. */
const cardName =
  /^(pan|cvv2?|cvc2?|ccv|cc[-_].*|card[-_]?(no|num|number|code|holder[-_]?name|expiry|exp|cvv|cvc)|exp[-_]?(month|year)|security[-_]?code)$/i;

/** Numbers that gateways publish for tests. */
const cards = [
  ...['4242424242424242', '4242 4242 4242 4242', '4000-0025-0000-3155', '5555555555554444', '2223003122003222'],
  ...['378282246310005', '3566002020360505', '6011111111111117', '6200000000000005', '6205500000000000004'],
];

/** Names of all fields of a schema, however deep. */
function namesOf(schema: unknown): string[] {
  if (!schema || typeof schema !== 'object') return [];
  return Object.entries(schema).flatMap(([key, inner]) => [
    ...(key === 'properties' ? Object.keys(inner as object) : []),
    ...namesOf(inner),
  ]);
}

let test: TestHouse;
let member: string;
beforeAll(async () => {
  test = await openTestHouse();
  member = await test.signIn('member@one.example', 'member-2026');
});
afterAll(() => test.close());

describe('no field takes a card', () => {
  it('in the input of any call', () => {
    const found = Object.keys(calls).flatMap((name) => {
      const { input } = schemas[name as keyof typeof schemas];
      const names = namesOf(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }));
      return names.filter((field) => cardName.test(field)).map((field) => `${name}: ${field}`);
    });
    expect(found).toEqual([]);
    // As it would be found.
    const one = z.object({ pay: z.array(z.object({ cardNumber: z.string(), cvc: z.string() })) });
    expect(namesOf(z.toJSONSchema(one)).filter((field) => cardName.test(field))).toEqual(['cardNumber', 'cvc']);
  });

  it('on any screen, and no browser offers to autofill one', () => {
    const bad = /autocomplete=["'{]+\s*["']?cc-|name=["'{]+\s*["']?(cvv|cvc|pan\b|card-?number|cc-)/i;
    expect(bad.test('<input autoComplete="cc-number" />')).toBe(true);
    const found = listSources().filter(({ path, text }) => path.startsWith('web/') && bad.test(text));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it('among the settings of any channel', () => {
    const names = Object.keys(channelTraits)
      .filter(isOutside)
      .flatMap((channel) => channelOf(channel).form.keys.map(({ name }) => name));
    expect(names.filter((name) => cardName.test(name))).toEqual([]);
  });
});

describe('a card’s number', () => {
  it.each(cards)('is recognised: %s', (card) => {
    expect(hasCardNumber(`My card is ${card}, thank you`)).toBe(true);
  });

  it.each([
    ...['4242424242424241', '2611228TDE6DC9P1AAJ', '1763846400000', '60123456789', '110101199003074258'],
    ...[
      '0.4242424242424242',
      '12,4242424242424242',
      '4242424242424242X',
      '0004242424242424242',
      '2088000000000001',
      '622126199003074258',
    ],
  ])('is not seen where there is none: %s', (text) => {
    expect(hasCardNumber(text)).toBe(false);
  });

  it('is refused in any text of a buyer, by the field’s name and without repeating it, and nothing is written', async () => {
    const input = await fillOrder(test, member);
    const order = (more: object) => test.call('createOrder', { ...input, ...more }, { token: member, key: newKey() });
    const contact = { ...input.contact, name: 'Mei 4242 4242 4242 4242' };
    for (const more of [{ orderFields: { ...input.orderFields, 404: 'pay with 5555 5555 5555 4444' } }, { contact }]) {
      const answer = await order(more);
      expect(answer.code).toBe(refusals.invalidInput);
      const fields = (answer.data as unknown as { fields: Record<string, string> }).fields;
      expect(Object.keys(fields)).toHaveLength(1);
      expect(Object.values(fields)[0]).toContain('card number');
      expect(JSON.stringify(answer)).not.toContain('4242');
    }
    expect(test.log.join('\n')).not.toMatch(/4242 4242|5555 5555/);
    expect((await order({})).code).toBe(200);
  });

  it('is not looked for in the name that a program gives its signing in', async () => {
    const asked = { email: 'flow@mail.example', code: 'AAAA', flow: 'flow-4242-4242-4242-4242' };
    expect((await test.call('verCodeRegionAndLogin', asked)).code).toBe(refusals.codeExpired);
  });
});

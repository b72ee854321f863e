// What may be a password and an address of e-mail (§5, security rule 39), at the edges of the rules.
import { expect, it } from 'vitest';
import { checkForm } from './account-forms.ts';
import { limits } from './limits.ts';
import { hasKnownWord, isCommonPassword, isEmail, isPassword } from './passwords.ts';

it('§5 password: as short and as long as it may be, and no further', () => {
  const fits = (length: number) => `1${'a'.repeat(length - 1)}`;
  const lengths = [limits.passwordShortest - 1, limits.passwordShortest, 20, 21];
  expect(lengths.map((length) => isPassword(fits(length)))).toEqual([false, true, true, false]);
});

it('§5 a form marks a password that breaks the rule beside an empty field', () => {
  const rule = { max: 200, required: true } as const;
  const rules = { password: { ...rule, kind: 'password' }, confirmation: { ...rule, kind: 'confirmation' } } as const;
  expect(checkForm({ password: 'short', confirmation: '' }, rules)).toMatchObject({
    password: { problem: 'passwordRule' },
    confirmation: { problem: 'required' },
  });
  expect(checkForm({ password: 'short', confirmation: 'other' }, rules)).toMatchObject({
    password: { problem: 'passwordRule' },
    confirmation: { problem: 'passwordsDiffer' },
  });
  expect(checkForm({ password: 'lagoon-26', confirmation: 'lagoon-26' }, rules)).toEqual({});
});

it('§5 e-mail: 120 characters at most, none that controls', () => {
  const fits = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`;
  expect([119, 120, 121].map((length) => isEmail(fits(length)))).toEqual([true, true, false]);
  expect(isEmail('mei\u0007@example.com')).toBe(false);
});

it('security rule 39: no word that is known of its person, the house’s name included', () => {
  const known = ['Mei-Ling Tan', 'harbour.tours@example.com'];
  expect(
    ['sunday-26', 'ling-2026', 'HARBOUR-1', 'tours2026', 'kembara26'].map((value) => hasKnownWord(value, known)),
  ).toEqual([...[false, true, true, true, true]]);
  // The part behind the @ is the provider's name, and three letters are no word.
  expect(['example-26', 'tan-2026'].map((value) => hasKnownWord(value, known))).toEqual([false, false]);
  expect(hasKnownWord('pier-2026', ['pier@example.com'])).toBe(true);
  // Texts that are no address are read whole.
  expect(hasKnownWord('lagoon-26', ['at the @lagoon'])).toBe(true);
});

it('security rule 39: passwords of every list are common, by form or by row', () => {
  expect(['Password123', 'dragon!', '1qaz2wsx', 'ABC123456', 'harbour-2026'].map(isCommonPassword)).toEqual([
    ...[true, true, true, true, false],
  ]);
});

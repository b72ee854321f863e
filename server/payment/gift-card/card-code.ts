// Codes of gift cards (decision 0409): sixteen letters and digits, 81 random bits, in four groups. Only their hash is stored.
import { makeLetters } from '../../platform/make-ids.ts';

const letters = 16;

export function makeCardCode(): string {
  return makeLetters(letters);
}

/** As it is printed: XXXX-XXXX-XXXX-XXXX. */
export function spellCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-');
}

/** The typed text without gaps, in capitals, with I and O read as digits. */
export function plainCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('I', '1')
    .replaceAll('O', '0');
}

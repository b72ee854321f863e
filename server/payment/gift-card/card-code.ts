// Codes of gift cards (decision 0409): sixteen letters and digits, 81 bits, in four groups. Only their hash is stored.
import { spellBits } from '../../platform/make-ids.ts';
import type { Vault } from '../../platform/vault.ts';

const letters = 16;

/** The codes of one issue, out of its random seed: without the secret key they cannot be computed from it. */
export function makeCardCodes(vault: Vault, seed: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => spellBits(vault.mark(`${seed} ${at}`, 'gift card code'), letters));
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

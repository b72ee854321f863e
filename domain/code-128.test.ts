import { describe, expect, it } from 'vitest';
import { encodeBars } from './code-128.ts';

describe('Code 128 (§3 vouchers)', () => {
  it('has eleven modules for each character, start, check and end', () => {
    for (let code = 32; code < 127; code += 1) {
      const bars = encodeBars(String.fromCharCode(code)) ?? [];
      expect(bars.reduce((sum, width) => sum + width, 0)).toBe(11 * 3 + 13);
    }
    const all = Array.from({ length: 95 }, (_, at) => encodeBars(String.fromCharCode(32 + at))?.join(''));
    expect(new Set(all).size).toBe(95);
  });

  it('checks as the standard says', () => {
    // 104 + 48 + 2·42 + 3·42 + 4·17 + 5·18 + 6·19 + 7·35 = 879, and 879 mod 103 = 55, whose bars are 311321.
    expect(encodeBars('PJJ123C')?.join('').slice(-13)).toBe('3113212331112');
  });

  it('refuses what it cannot hold', () => {
    expect([encodeBars(''), encodeBars('é'), encodeBars('x'.repeat(81))]).toEqual([undefined, undefined, undefined]);
  });
});

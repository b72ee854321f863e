// What a Host header may be: one name and a port. Anything that two readers could read as two hosts is none.
import { describe, expect, it } from 'vitest';
import { readHost } from './safe-host.ts';

describe('a Host', () => {
  it.each([
    ['one.test', 'one.test', 'one.test'],
    ['One.TEST:3000', 'one.test', 'one.test:3000'],
    ['one.test.', 'one.test', 'one.test'],
    ['localhost:3000', 'localhost', 'localhost:3000'],
    ['127.0.0.1:80', '127.0.0.1', '127.0.0.1:80'],
    ['[::1]:3000', '[::1]', '[::1]:3000'],
    ['[0:0::1]', '[::1]', '[::1]'],
    ['my_shop.one.test', 'my_shop.one.test', 'my_shop.one.test'],
    ['xn--fiqs8s.test', 'xn--fiqs8s.test', 'xn--fiqs8s.test'],
    ['one.test:0080', 'one.test', 'one.test:80'],
  ])('%s is read', (text, name, host) => {
    expect(readHost(text)).toEqual({ name, host });
  });

  it.each([
    '',
    '%',
    '%00',
    'one.test%2f',
    'evil.example@one.test',
    'one.test:80@evil.example',
    'user:pass@one.test',
    'one.test/evil',
    'one.test\\evil',
    'one.test?x',
    'one.test#x',
    'one.test, evil.example',
    'one.test evil.example',
    ' one.test',
    'one.test\t',
    'one.test:',
    'one.test:0',
    'one.test:65536',
    'one.test:99999999',
    'one.test:+80',
    'one.test:http',
    'one..test',
    '.one.test',
    '-one.test',
    'one-.test',
    '..',
    '::1',
    '[::1',
    '[::1]x',
    '[::1%25eth0]',
    '[one.test]',
    '2130706433',
    '0x7f.1',
    '127.1',
    'оne.test',
    'http://one.test',
    `${'a'.repeat(64)}.test`,
    `${'a.'.repeat(127)}test`,
  ])('%j is refused', (text) => {
    expect(readHost(text)).toBeUndefined();
  });
});

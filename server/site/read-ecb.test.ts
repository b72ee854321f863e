// The daily document in the ways it may come, and everything that is not it.
import { describe, expect, it } from 'vitest';
import { sampleDay, sampleRates, writeEcb } from '../../tests/build/ecb-sample.ts';
import { FeedProblem, readEcb } from './read-ecb.ts';

const read = (text: string) => readEcb(text, sampleDay);

describe('the daily document', () => {
  it.each([
    ['in single quotes', writeEcb()],
    ['in double quotes with another prefix', writeEcb({ quote: '"', prefix: 'g' })],
    ['after a byte order mark', `\uFEFF${writeEcb()}`],
  ])('%s gives all rates as they were published', (_, text) => {
    expect(read(text)).toEqual({ day: sampleDay, perEuro: sampleRates, skipped: [] });
    expect(read(text).perEuro.ISK).toBe('138.00');
  });

  it('gives the first day when older ones follow', () => {
    const more = "<Cube time='2026-09-23'><Cube currency='USD' rate='9.9999'/><Cube currency='XAU' rate='1'/></Cube>";
    expect(read(writeEcb({ more }))).toEqual({ day: sampleDay, perEuro: sampleRates, skipped: [] });
  });

  it('loses the rates that cannot be meant, and only those', () => {
    const wrong = {
      USD: '-1.1367',
      JPY: '0',
      CZK: '0.000',
      DKK: 'n/a',
      GBP: '',
      HUF: '1e3',
      PLN: '4,38',
      RON: '&#52;.2',
    };
    const { perEuro, skipped } = read(
      writeEcb({ rates: { ...sampleRates, ...wrong, usd: '1', EUR: '1', TOOLONG: '2' } }),
    );
    expect(new Set(skipped)).toEqual(new Set([...Object.keys(wrong), 'usd', 'EUR', 'TOOLONG']));
    expect(Object.keys(perEuro)).toHaveLength(29 - Object.keys(wrong).length);
    expect(perEuro.MYR).toBe('4.6457');
  });

  it('keeps the first of two rates for one currency', () => {
    const twice = writeEcb().replace("<Cube currency='MYR'", "<Cube currency='USD' rate='9'/><Cube currency='MYR'");
    expect(read(twice)).toMatchObject({ perEuro: { USD: '1.1367', MYR: '4.6457' }, skipped: ['USD'] });
  });
});

describe('refused is', () => {
  const good = writeEcb();
  it.each([
    ['a page about maintenance', '<!DOCTYPE html><html><body><h1>Back soon</h1></body></html>', 'definitions'],
    ['a page without a declaration', '<html><body><h1>Back soon</h1></body></html>', 'not the document'],
    ['a document cut off', good.slice(0, 900), 'not well-formed'],
    ['a document cut off between tags', good.slice(0, good.indexOf('\t\t</Cube>')), 'not well-formed'],
    ['nothing', '', 'not'],
    ['plain words', 'Service unavailable', 'not well-formed'],
    ['another format', '{"USD": 1.1}', 'not well-formed'],
    ['no day', good.replace(/ time='[^']*'/, ''), 'no day'],
    ['an empty day', writeEcb({ day: '' }), 'no such day'],
    ['a day that is none', writeEcb({ day: '2026-02-30' }), 'no such day'],
    ['a day written otherwise', writeEcb({ day: '24.09.2026' }), 'no such day'],
    ['a day to come', writeEcb({ day: '2026-09-26' }), 'a day to come'],
    ['no rates', writeEcb({ rates: {} }), 'no rates'],
    ['no rate that can be meant', writeEcb({ rates: { USD: '-1', JPY: 'x' } }), 'no rates'],
    ['an envelope without parts', '<Envelope><subject>Reference rates</subject></Envelope>', 'not the document'],
    [
      'a document with definitions',
      good.replace('<gesmes:Envelope', '<!DOCTYPE e [<!ENTITY a "9">]><gesmes:Envelope'),
      'definitions',
    ],
  ])('%s', (_, text, why) => {
    expect(() => read(text)).toThrow(FeedProblem);
    expect(() => read(text)).toThrow(why);
  });
});

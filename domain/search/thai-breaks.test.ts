// Where the lines of Thai names may break (decision 0712).
import { expect, it } from 'vitest';
import { joinThaiName, showHeading } from './thai-breaks.ts';

const marks = /[\u2060\u200b]/g;
const segments = new Intl.Segmenter('th', { granularity: 'word' });
/** As a browser of the same dictionary breaks it. */
const breaksOf = (name: string) =>
  [...segments.segment(name)]
    .map(({ segment }) => segment)
    .join('|')
    .replace(/\|?\u200b\|?/g, '|')
    .replace(/\|?\u2060\|?/g, '');

it.each([
  ['บัตรเข้าบานาฮิลล์ ดานัง พร้อมกระเช้าไป-กลับ', 'บานาฮิลล์', 'ดานัง'],
  ['ทัวร์ชมพระอาทิตย์ขึ้นบุโรพุทโธจากยอกยาการ์ตา', 'บุโรพุทโธ', 'ยอกยาการ์ตา'],
  ['ทัวร์วันเดียวหมู่เกาะพีพี สปีดโบ๊ตจากภูเก็ต', 'พีพี', 'สปีดโบ๊ต'],
  ['บัตรหนึ่งวันยูนิเวอร์แซลสตูดิโอเจแปน โอซากะ', 'ยูนิเวอร์แซล', 'โอซากะ'],
  ['ทัวร์ครึ่งวันอุโมงค์กู๋จี จากโฮจิมินห์ซิตี้', 'กู๋จี', 'โฮจิมินห์ซิตี้'],
])('%s breaks beside its names, not inside them', (name, ...whole) => {
  for (const one of whole) expect(breaksOf(name).split(/[| ]/)).not.toContain(one);
  const joined = joinThaiName(name);
  for (const one of whole) expect(breaksOf(joined).split(/[| ]/)).toContain(one);
  expect(joined.replace(marks, '')).toBe(name);
});

it('keeps no more together than a line of a card holds', () => {
  const pieces = breaksOf(joinThaiName('บานาฮิ'.repeat(9))).split('|');
  expect(Math.max(...pieces.map(({ length }) => length))).toBe(22);
});

it('marks Thai names only, and only those that need it', () => {
  expect(showHeading('ทัวร์ดานัง', 'th')).toEqual({ heading: 'ทัวร์\u200bดา\u2060นั\u2060ง' });
  expect([showHeading('Da Nang', 'th'), showHeading('ดานัง', 'en')]).toEqual([{}, {}]);
});

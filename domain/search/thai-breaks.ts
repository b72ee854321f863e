// Where a Thai name may break (decision 0712). Thai has no spaces between words, and browsers' dictionaries lack foreign names: they break
// "ดานัง" (Da Nang) before its last letter. A line may break beside words that we know; everything between them stays together.

import type { Language } from '../languages.ts';

const joiner = '\u2060';
const mayBreak = '\u200b';
const segments = new Intl.Segmenter('th', { granularity: 'word' });
const consonants = /[ก-ฮ]/g;
/** A dictionary's word of so many consonants is one; parts of foreign names are shorter. */
const leastOfWord = 5;
/** A name longer than a line of a card would be broken anywhere. */
const mostTogether = 22;
/** Consonants of their own, perhaps silent, end the word before them. */
const rest = /^[ก-ฮ][็-์]*$/;

/** Words of travel that dictionaries take apart, the longer ones first. */
const whole = (
  'พระบรมมหาราชวัง พระราชวัง พิพิธภัณฑ์สัตว์น้ำ สวนสัตว์ สนามบิน หมู่เกาะ หมู่บ้าน ' +
  'ส่วนตัว ส่วนลด เที่ยวเดียว ท่องเที่ยว มือใหม่ ศาลเจ้า ปางช้าง ' +
  'ดำน้ำ น้ำพุร้อน ทะเลสาบ ทะเล เลียบ เส้นทาง ภูมิภาค หุ่นกระบอก รถไฟฟ้า รถไฟ รถบัส ' +
  'รถราง กระเช้า ปิ้งย่าง อุโมงค์ เคาน์เตอร์ สตูดิโอ สปีดโบ๊ต ' +
  'สตรีทฟู้ด เวิร์กช็อป เวิร์คช็อป พ็อกเก็ตไวไฟ วอเชอร์ ดินเนอร์ เซ็ต โฮมสเตย์ เรียวกัง ' +
  'โชว์ ทัวร์ โกตากินาบาลู ชางงี'
).split(' ');
const wholes = new RegExp(`(${whole.join('|')})`);

const short = new Set(
  (
    'กับ และ ที่ ใน จาก ไป กลับ สู่ ถึง พร้อม บน ริม หน้า หลัง ย่าน เขต เวที ชม เดิน กิน ' +
    'ชิม ปีน ตี ขี่ ไม่ ได้ ขึ้น ลง เข้า ออก รับ ส่ง คน ขับ คู่ ครู เช่า ' +
    'ตลอด เที่ยว ล่อง ไหว้ เรือ รถ บัตร ตั๋ว วัน คืน ครึ่ง หนึ่ง สอง สาม เดียว เร็ว แห่ง ' +
    'ทาง ไทย จีน เกาะ เขา ถ้ำ ป่า วัด วัง เมือง เก่า ใหม่ สวน น้ำ หาด ' +
    'อ่าว แม่น้ำ สะพาน ตึก แฝด หอคอย ภูเขา ภูเขาไฟ พระอาทิตย์ โดม จุด วิว นวด แผน ชา พิธี ' +
    'อาหาร มื้อ กลาง ผ้า ไหม โคม ไฟ ระบำ ปะการัง ช้าง ผา สกี กอล์ฟ ' +
    'ตู้ นอน ชั่วโมง สำหรับ เกาหลี บาหลี ภูเก็ต ฮานอย พัทยา กระบี่'
  ).split(' '),
);

type Part = { text: string; known: boolean; whole: boolean };

const known = new Map<string, string>();
const mostKnown = 5000;

/** A Thai name as a heading shows it, with word joiners where a browser would break it and must not; nothing for other languages. */
export function showHeading(name: string, language: Language): { heading?: string } {
  const heading = language === 'th' ? joinThaiName(name) : name;
  return heading === name ? {} : { heading };
}

export function joinThaiName(name: string): string {
  const before = known.get(name);
  if (before !== undefined) return before;
  if (known.size >= mostKnown) known.clear();
  const parts = gather(
    name
      .split(wholes)
      .flatMap(split)
      .filter(({ text }) => text),
  );
  const joined = parts
    .map((part, at) => endOf(parts[at - 1], part) + (part.whole ? join(part.text) : part.text))
    .join('');
  known.set(name, joined);
  return joined;
}

/** Beside letters that are joined a dictionary finds no words: the place between two is marked. */
const endOf = (before: Part | undefined, part: Part) =>
  before && (before.whole || part.whole) && isThai(before.text) && /^[ก-๎]/.test(part.text) ? mayBreak : '';

/** Every other piece is one of the whole words. */
function split(piece: string, at: number): Part[] {
  if (at % 2) return [{ text: piece, known: true, whole: true }];
  return [...segments.segment(piece)].map(({ segment: text }) => ({
    text,
    known: !isThai(text) || short.has(text) || (text.match(consonants) ?? []).length >= leastOfWord,
    whole: false,
  }));
}

/** Neighbours between which no line may break become one. */
function gather(parts: Part[]): Part[] {
  const out: Part[] = [];
  for (const part of parts) {
    const last = out.at(-1);
    const text = (last?.text ?? '') + part.text;
    const stays = last && (rest.test(part.text) ? isThai(last.text) : !last.known && !part.known);
    if (stays && text.length <= mostTogether) out[out.length - 1] = { text, known: false, whole: true };
    else out.push(part);
  }
  return out;
}

const isThai = (text: string) => /[ก-๎]$/.test(text);

/**
 * Before every letter but vowels written after or above one, and not after a vowel that is written first; nothing in a word of the
 * dictionary.
 */
const join = (text: string) =>
  [...segments.segment(text)].length > 1 ? text.replace(/(?<=[^เ-ไ])(?=[ก-ฮเ-ไ])/g, joiner) : text;

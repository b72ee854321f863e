// Which font writes which letter (documents in 13 languages): by glyph coverage per grapheme, with the Han shapes of the
// document's own language first.
import type { Language } from '../../domain/languages.ts';
import { type FontName, fontOf } from '../platform/read-fonts.ts';

export type { FontName };

const hanFirst: Partial<Record<Language, FontName>> = { zh_TW: 'tc', ja_JP: 'jp', ko_KR: 'kr' };

function order(language: Language, bold: boolean): FontName[] {
  const ownHan = hanFirst[language] ?? 'sc';
  const han = [ownHan, ...(['sc', 'tc', 'jp', 'kr'] as const).filter((value) => value !== ownHan)];
  return bold ? ['latinBold', 'thaiBold', ...han] : ['latin', 'thai', ...han];
}

function covers(name: FontName, grapheme: string): boolean {
  const font = fontOf(name);
  return [...grapheme].every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

export function cutGraphemes(text: string): string[] {
  return [...graphemes.segment(text)].map((segment) => segment.segment);
}

export function hasBold(name: FontName): boolean {
  return name === 'latinBold' || name === 'thaiBold';
}

/** All of it is in the first font. */
const isAscii = /^[ -~]*$/;

export type FontRun = { font: FontName; text: string };

/** Cuts a text into runs of one font each. A letter that no font has stays with the first font, which draws its empty box. */
export function cutRuns(text: string, language: Language, bold: boolean): FontRun[] {
  const fonts = order(language, bold);
  if (isAscii.test(text)) return text ? [{ font: fonts[0] as FontName, text }] : [];
  const runs: FontRun[] = [];
  for (const segment of cutGraphemes(splitSaraAm(text))) {
    const last = runs.at(-1);
    const neutral = /^\s$/.test(segment);
    const font =
      last && (neutral || covers(last.font, segment)) && (neutral || sameScript(last, segment))
        ? last.font
        : (fonts.find((font) => covers(font, segment)) ?? fonts[0]);
    if (last && last.font === font) last.text += segment;
    else runs.push({ font: font as FontName, text: segment });
  }
  return runs;
}

/**
 * Thai ำ is a ring above and an า; a tone mark typed before it belongs over the ring. The shaping library knows neither,
 * sets the tone mark too low and forgets which letter the า replaces, so the letters are given in drawing order.
 */
function splitSaraAm(text: string): string {
  return text.replace(/([\u0e48-\u0e4b]?)\u0e33/g, '\u0e4d$1\u0e32');
}

/**
 * A Latin letter after a Chinese one goes back to the Latin font, although the Chinese font has Latin letters too; so
 * does a dot or sign between spaces, which the Chinese font would set a full letter wide.
 */
function sameScript(last: FontRun, grapheme: string): boolean {
  if (last.font === 'latin' || last.font === 'latinBold') return true;
  if (/^[·×•–—&+]$/.test(grapheme) && /\s$/.test(last.text)) return false;
  return !/^[\p{Script=Latin}\p{N}]/u.test(grapheme);
}

const words = new Intl.Segmenter('th', { granularity: 'word' });

/**
 * Places where a line may break: after spaces that are not no-break ones, between Thai words, between Chinese and Japanese letters. With
 * `wholeWords`, for headings, Chinese and Japanese words stay whole as well.
 */
export function cutPieces(text: string, wholeWords = false): string[] {
  const pieces: string[] = [];
  for (const { segment } of words.segment(text)) {
    const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(segment);
    for (const piece of wide && !wholeWords ? cutGraphemes(segment) : [segment]) {
      const last = pieces.at(-1);
      const noStart = /^[\s,.;:!?)\]}»”’、。，．：；！？）】》」』・ーっゃゅょぁぃぅぇぉッャュョ%-]/u.test(piece);
      const glued =
        last !== undefined &&
        (/[\u00a0\u202f([{«“‘（［「『【《〈]$/.test(last) ||
          (!/\s$/.test(last) &&
            /[\p{L}\p{N}\p{M}'’/@._-]$/u.test(last) &&
            /^[\p{L}\p{N}\p{M}'’/@._-]/u.test(piece) &&
            !isBreakable(last, piece)));
      if (last !== undefined && (noStart || glued)) pieces[pieces.length - 1] = last + piece;
      else pieces.push(piece);
    }
  }
  return pieces;
}

function isBreakable(before: string, after: string): boolean {
  const free = /[\p{Script=Thai}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
  return free.test(before.at(-1) ?? '') || free.test(after[0] ?? '');
}

// Search words in 13 languages: the index words of a text and the words of a query. Both sides split texts alike.

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterFor(text: string): Intl.Segmenter {
  const locale = /[\u3040-\u30ff]/.test(text) ? 'ja' : /[\u0e00-\u0e7f]/.test(text) ? 'th' : 'zh';
  let one = segmenters.get(locale);
  if (!one) {
    one = new Intl.Segmenter(locale, { granularity: 'word' });
    segmenters.set(locale, one);
  }
  return one;
}

/** Lower case, Latin accents folded (đ → d), Hiragana written as Katakana; marks of Thai, Kana and Hangul kept. */
export function foldWord(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/([a-z])[\u0300-\u036f\u031b]+/g, '$1')
    .normalize('NFC')
    .replace(/đ/g, 'd')
    .replace(/ı/g, 'i')
    .replace(/ß/g, 'ss')
    .replace(/[\u3041-\u3096]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60));
}

const han = /\p{Script=Han}/u;

/** Distinct folded words of a text. Han runs also give single characters and pairs; Thai and Kana runs also the whole run. */
export function indexWords(text: string): string[] {
  const words = new Set<string>();
  const folded = foldWord(text).replace(/['’`]/g, ' ');
  for (const { segment, isWordLike } of segmenterFor(folded).segment(folded)) {
    if (isWordLike && segment.trim()) words.add(segment.trim());
  }
  for (const run of folded.match(/\p{Script=Han}+/gu) ?? []) {
    const letters = [...run];
    letters.forEach((letter, at) => {
      words.add(letter);
      const next = letters[at + 1];
      if (next) words.add(letter + next);
    });
  }
  for (const run of folded.match(/[\p{Script=Thai}\p{Script=Katakana}\p{Script=Hiragana}ー]{2,40}/gu) ?? [])
    words.add(run);
  return [...words].map((word) => word.slice(0, 40));
}

/** The words a query must all match, in order. Han runs are asked by pairs (single characters when alone). */
export function queryWords(query: string): string[] {
  const words: string[] = [];
  const folded = foldWord(query).replace(/['’`]/g, ' ');
  for (const part of folded.split(/[^\p{L}\p{N}\p{M}ー]+/u).filter(Boolean)) {
    if (han.test(part)) {
      for (const run of part.match(/\p{Script=Han}+|[^\p{Script=Han}]+/gu) ?? []) {
        const letters = [...run];
        if (!han.test(run) || letters.length < 3) words.push(run);
        else words.push(...letters.slice(0, -1).map((letter, at) => letter + letters[at + 1]));
      }
    } else if (/[\p{Script=Thai}\p{Script=Katakana}\p{Script=Hiragana}]/u.test(part)) {
      const cut = [...segmenterFor(part).segment(part)].filter((one) => one.isWordLike).map((one) => one.segment);
      words.push(...(cut.length ? cut : [part]));
    } else words.push(part);
  }
  return [...new Set(words.map((word) => word.slice(0, 40)))].slice(0, 8);
}

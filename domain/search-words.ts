// Search words in 13 languages: the index words of a text and the words of a query. Both sides split texts alike.

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterFor(text: string): Intl.Segmenter {
  const locale = /[\u3040-\u30ff]/.test(text) ? 'ja' : /[\u0e00-\u0e7f]/.test(text) ? 'th' : 'zh';
  let segmenter = segmenters.get(locale);
  if (!segmenter) {
    segmenter = new Intl.Segmenter(locale, { granularity: 'word' });
    segmenters.set(locale, segmenter);
  }
  return segmenter;
}

/** Lower case, Latin accents folded (đ → d), Hiragana written as Katakana; marks of Thai, Kana and Hangul stay. */
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
const longest = 40;
const foldText = (text: string) => foldWord(text).replace(/['’`]/g, ' ');

function cutWords(folded: string): string[] {
  return [...segmenterFor(folded).segment(folded)].flatMap(({ segment, isWordLike }) =>
    isWordLike && segment.trim() ? [segment.trim()] : [],
  );
}

/** Distinct folded words of a text. Han runs also give single characters and pairs; Thai and Kana runs also the whole run. */
export function indexWords(text: string): string[] {
  const folded = foldText(text);
  const words = new Set<string>(cutWords(folded));
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
  return [...words].map((word) => word.slice(0, longest));
}

const koreanCompound = /^\p{Script=Hangul}{4,}$/u;

/** Korean writes compounds as one word, and people search for their last part: "한옥마을" for "북촌한옥마을". */
export function compoundEnds(text: string): string[] {
  const ends = cutWords(foldText(text)).flatMap((word) => {
    if (!koreanCompound.test(word)) return [];
    const letters = [...word];
    return letters.slice(2, -1).map((_, at) => letters.slice(at + 2).join(''));
  });
  return [...new Set(ends)];
}

/** Neighbouring words of a name without the space between them: people write "chiangmai", and a pair of words is the start of a phrase. */
export function joinedWords(text: string): string[] {
  const words = cutWords(foldText(text));
  const pairs = words.slice(0, -1).map((word, at) => word + words[at + 1]);
  return [...new Set(pairs.filter((pair) => !han.test(pair) && pair.length <= longest))];
}

/** The parts of a typed text between signs and spaces, folded. */
export function queryParts(query: string): string[] {
  return foldText(query)
    .split(/[^\p{L}\p{N}\p{M}ー]+/u)
    .filter(Boolean);
}

/**
 * The words of one part that must all match, in order. A run of Han is cut where words end, since people do not write "Japan" and
 * "SIM card" as one word of three pairs; a word of it longer than two characters is searched by pairs, as texts are cut differently.
 */
export function partWords(part: string): string[] {
  if (han.test(part)) {
    return (part.match(/\p{Script=Han}+|[^\p{Script=Han}]+/gu) ?? []).flatMap((run) => {
      if (!han.test(run)) return [run];
      return cutWords(run).flatMap((word) => {
        const letters = [...word];
        return letters.length < 3 ? [word] : letters.slice(0, -1).map((letter, at) => letter + letters[at + 1]);
      });
    });
  }
  if (!/[\p{Script=Thai}\p{Script=Katakana}\p{Script=Hiragana}]/u.test(part)) return [part];
  const cut = cutWords(part);
  return cut.length ? cut : [part];
}

/** The words a query must all match, in order. */
export function queryWords(query: string): string[] {
  const words = queryParts(query).flatMap(partWords);
  return [...new Set(words.map((word) => word.slice(0, longest)))].slice(0, 8);
}

/** What two neighbouring words of a query are written as where they are a phrase: the pair of characters, or both without the space. */
export function joinWords(one: string, next: string): string {
  const letters = [...one];
  return han.test(one) && han.test(next) ? `${letters.at(-1)}${[...next][0]}` : one + next;
}

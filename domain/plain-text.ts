// Long texts of owners (agreements, announcements, pages) as plain lines: "# " is a heading, "- " an item of a list, an empty
// line ends a paragraph. There is no markup, so nothing needs escaping. Pages and announcements may also hold links,
// which lead to http and https addresses and to paths on this site only.
import { localPath } from './safe-path.ts';

export type TextBlock = { kind: 'heading' | 'paragraph' | 'list'; lines: string[] };

/** Cuts a text into blocks; lines of one paragraph stay together, neighbouring items are one list. */
export function cutBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let open: TextBlock | undefined;
  for (const line of text.split('\n').map((part) => part.trim())) {
    const kind = line.startsWith('# ') ? 'heading' : line.startsWith('- ') ? 'list' : 'paragraph';
    const rest = kind === 'paragraph' ? line : line.slice(2).trim();
    if (!line) open = open?.kind === 'list' ? open : undefined;
    else if (open?.kind === kind && kind !== 'heading') open.lines.push(rest);
    else {
      open = { kind, lines: [rest] };
      blocks.push(open);
    }
  }
  return blocks;
}

export type TextSpan = { words: string; to?: string };

/** Target of a link in a text: http and https, or a path on this site; undefined for anything else. */
export function safeLink(target: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
  if (/[\u0000-\u0020\u007f-\u00a0\u2028\u2029\\]/.test(target)) return undefined;
  if (target.startsWith('/')) return localPath(target);
  if (!/^https?:\/\/[^/]/i.test(target)) return undefined;
  try {
    const address = new URL(target);
    // A name before the host only makes an address look like another one.
    return address.username || address.password ? undefined : address.href;
  } catch {
    return undefined;
  }
}

/** Splits a line at its links, "[words](https://…)" or "[words](/path)"; an unsafe link stays plain text. */
export function cutLinks(line: string): TextSpan[] {
  const spans: TextSpan[] = [];
  const add = (words: string) => {
    const last = spans.at(-1);
    if (last && last.to === undefined) last.words += words;
    else if (words) spans.push({ words });
  };
  let from = 0;
  for (const match of line.matchAll(/\[([^[\]]{1,300})\]\(([^()[\]]{1,2000})\)/g)) {
    const [whole, words = '', target = ''] = match;
    const to = words.trim() ? safeLink(target) : undefined;
    add(line.slice(from, match.index));
    if (to === undefined) add(whole);
    else spans.push({ words: words.trim(), to });
    from = match.index + whole.length;
  }
  add(line.slice(from));
  return spans;
}

export type Question = { question: string; answer: string };

/** Headings that ask something, each with the text below it up to the next heading, without marks (§2, schema.org's FAQPage). */
export function listQuestions(text: string): Question[] {
  const questions: Question[] = [];
  let open: Question | undefined;
  for (const { kind, lines } of cutBlocks(text)) {
    const words = lines.map(wordsOf).join('\n');
    if (kind === 'heading') {
      open = /[?？]$/.test(words) ? { question: words, answer: '' } : undefined;
      if (open) questions.push(open);
    } else if (open) open.answer += (open.answer && '\n') + words;
  }
  return questions.filter(({ answer }) => answer);
}

/** A line without the marks of its links. */
const wordsOf = (line: string) =>
  cutLinks(line)
    .map((span) => span.words)
    .join('');

/** The first words of a text without its marks, for descriptions. */
export function openingOf(text: string, most = 200): string {
  const lines = cutBlocks(text).flatMap((block) => (block.kind === 'heading' ? [] : block.lines));
  return [...lines.map(wordsOf).join(' ')].slice(0, most).join('');
}

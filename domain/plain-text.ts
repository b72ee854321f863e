// Long texts of owners (agreements, announcements, pages) as plain lines: "# " is a heading, "- " an item of a list, an empty
// line ends a paragraph. There is no markup to escape, so nothing can be smuggled in.

export type TextBlock = { kind: 'heading' | 'paragraph' | 'list'; lines: string[] };

/** Cuts a text into blocks; lines of one paragraph stay together, neighbouring items are one list. */
export function cutBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let open: TextBlock | undefined;
  for (const line of text.split('\n').map((one) => one.trim())) {
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

// A long text of the owner: headings, paragraphs, lists (domain/plain-text.ts).
import { cutBlocks, type TextBlock } from '../../domain/plain-text.ts';

/** `under` is the level of the heading above. */
export function LongText({ text, under = 1 }: { text: string; under?: 1 | 2 | 3 }) {
  const blocks = cutBlocks(text).map((block, at) => ({ ...block, key: `block-${at}` }));
  return (
    <div className="grid gap-3 leading-relaxed break-words">
      {blocks.map(({ key, ...block }) => (
        <Passage key={key} block={block} under={under} />
      ))}
    </div>
  );
}

function Passage({ block: { kind, lines }, under }: { block: TextBlock; under: 1 | 2 | 3 }) {
  const Heading = `h${under + 1}` as 'h2' | 'h3' | 'h4';
  if (kind === 'heading') return <Heading className="mt-3 text-lg font-semibold first:mt-0">{lines[0]}</Heading>;
  if (kind === 'paragraph') return <p className="whitespace-pre-line">{lines.join('\n')}</p>;
  const items = lines.map((line, at) => ({ line, key: `item-${at}` }));
  return (
    <ul className="grid list-disc gap-1 pl-6">
      {items.map(({ line, key }) => (
        <li key={key}>{line}</li>
      ))}
    </ul>
  );
}

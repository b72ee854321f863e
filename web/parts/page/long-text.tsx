// A long text of the owner: headings, paragraphs, lists, and optionally links (domain/plain-text.ts).
import { cutBlocks, cutLinks, type TextBlock } from '../../../domain/plain-text.ts';

type LongTextProps = { text: string; under?: 1 | 2 | 3; links?: boolean };

/** `under` is the level of the heading above. */
export function LongText({ text, under = 1, links = false }: LongTextProps) {
  const blocks = cutBlocks(text).map((block, at) => ({ ...block, key: `block-${at}` }));
  return (
    <div className="grid gap-3 leading-relaxed break-words">
      {blocks.map(({ key, ...block }) => (
        <Passage key={key} block={block} under={under} links={links} />
      ))}
    </div>
  );
}

type PassageProps = { block: TextBlock; under: 1 | 2 | 3; links: boolean };

function Passage({ block: { kind, lines }, under, links }: PassageProps) {
  const Heading = `h${under + 1}` as 'h2' | 'h3' | 'h4';
  if (kind === 'heading')
    return (
      <Heading className="mt-3 text-lg font-semibold first:mt-0">
        <Line text={lines[0] ?? ''} links={links} />
      </Heading>
    );
  if (kind === 'paragraph')
    return (
      <p className="whitespace-pre-line">
        <Line text={lines.join('\n')} links={links} />
      </p>
    );
  const items = lines.map((line, at) => ({ line, key: `item-${at}` }));
  return (
    <ul className="grid list-disc gap-1 pl-6">
      {items.map(({ line, key }) => (
        <li key={key}>
          <Line text={line} links={links} />
        </li>
      ))}
    </ul>
  );
}

function Line({ text, links }: { text: string; links: boolean }) {
  if (!links) return text;
  return cutLinks(text)
    .map((span, at) => ({ ...span, key: `span-${at}` }))
    .map(({ key, words, to }) =>
      to === undefined ? (
        words
      ) : (
        <a key={key} href={to} rel="noopener noreferrer" className="font-medium text-brand underline">
          {words}
        </a>
      ),
    );
}

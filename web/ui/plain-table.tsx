import type { ReactNode } from 'react';

type PlainTableProps = {
  caption: string;
  heads: ReactNode[];
  /** The places of columns whose figures are aligned to the right. */
  figures?: readonly number[];
  headClass?: string;
  /** The rows. */
  children: ReactNode;
};

/** A table with a line under its headings and between its rows. */
export function PlainTable({ caption, heads, figures = [], headClass = 'px-3 py-2', children }: PlainTableProps) {
  const look = `text-xs font-semibold text-quiet ${headClass}`;
  return (
    <table className="w-full text-sm">
      <caption className="sr">{caption}</caption>
      <thead className="border-b border-line">
        <tr>
          {heads.map((head, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
            <th key={at} scope="col" className={`${look} ${figures.includes(at) ? 'text-right' : 'text-left'}`}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">{children}</tbody>
    </table>
  );
}

// The content of a cell of the sheet: the value, below a price its margin, below places how many are held and sold.
import type { Currency } from '../../../../domain/currencies.ts';
import { writePrice } from '../../../parts/console/catalogue/read-figures.ts';
import { useWords } from '../../../parts/use-words.ts';

type CellTextProps = {
  text: string;
  plain: string;
  changed: boolean;
  wrong: string | undefined;
  found: { held: number; quoted?: number; sold: number } | undefined;
  margin: { minor: number; share: number } | null;
  currency: Currency;
};

export function CellText({ text, plain, changed, wrong, found, margin, currency }: CellTextProps) {
  const { say, intl } = useWords();
  const quoted = found?.quoted ?? 0;
  const held = (found?.held ?? 0) - quoted;
  return (
    <>
      <span className={text ? (changed ? 'font-semibold' : '') : 'text-quiet'}>{text || plain}</span>
      {changed && <span className="sr">{say('inventory.changed')}</span>}
      {wrong && <span className="sr">{say(`inventory.problem.${wrong}`)}</span>}
      {margin && (
        <span className={`block text-[11px] leading-tight ${margin.minor < 0 ? 'text-bad' : 'text-quiet'}`}>
          <span className="sr">{say('inventory.margin')} </span>
          <span className="block">{writePrice(margin.minor, currency)}</span>
          <span className="block">
            {intl.formatNumber(margin.share, { style: 'percent', maximumFractionDigits: 1 })}
          </span>
        </span>
      )}
      {found && found.held + found.sold > 0 && (
        <span className="block text-[11px] leading-tight text-quiet">
          {found.sold > 0 && <span className="block">{say('inventory.sold', { count: found.sold })}</span>}
          {held > 0 && <span className="block">{say('inventory.held', { count: held })}</span>}
          {quoted > 0 && <span className="block">{say('inventory.quoted', { count: quoted })}</span>}
        </span>
      )}
    </>
  );
}

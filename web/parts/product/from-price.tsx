import { useIntl } from 'react-intl';

/** "from 98.00", "98.00起": the word comes before or after the price as in the language, small beside the price. */
export function FromPrice({
  price,
  stacked = false,
  className = '',
}: {
  price: string;
  stacked?: boolean;
  className?: string;
}) {
  const { formatMessage } = useIntl();
  const [before = '', after = ''] = formatMessage({ id: 'catalog.card.from' }, { price: '\n' }).split('\n');
  return (
    <>
      {before && <span className={stacked ? 'card-from' : 'text-xs text-quiet'}>{before}</span>}
      <strong className={className || undefined}>{price}</strong>
      {/* Never on a separate line: a word joiner comes before it. */}
      {after && <span className="text-xs text-quiet">{`\u2060${after}`}</span>}
    </>
  );
}

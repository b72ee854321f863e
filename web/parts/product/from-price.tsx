import { useIntl } from 'react-intl';

/** "from 98.00", "98.00起": the word stands before or after the price as the language has it, small beside the price. */
export function FromPrice({
  price,
  stacked = false,
  className = '',
}: {
  price: string;
  stacked?: boolean;
  className?: string;
}) {
  const { messages } = useIntl();
  const [before = '', after = ''] = String(messages['catalog.card.from'] ?? '').split('{price}');
  return (
    <>
      {before && <span className={`text-xs text-quiet ${stacked ? 'block' : ''}`}>{before}</span>}
      <strong className={className}>{price}</strong>
      {after && <span className="text-xs text-quiet">{after}</span>}
    </>
  );
}

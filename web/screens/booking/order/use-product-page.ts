// The page of the product with the choice that the booking form was opened with: the direction of a transfer is in the form's address.
import { useSearchParams } from 'react-router';

export function useProductPage(productPath: string): string {
  const direction = useSearchParams()[0].get('direction');
  if (!direction) return productPath;
  return `${productPath}${productPath.includes('?') ? '&' : '?'}direction=${encodeURIComponent(direction)}`;
}

// The map of a search beside its list (§2 search): groups link to the search around them, single products to their pages.
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { RangeMap } from '../../parts/map/range-map.tsx';
import { AllWords } from '../../parts/page/all-words.tsx';
import { useWords } from '../../parts/use-words.ts';
import { circles } from './read-input.ts';
import type { SearchData } from './search-data.ts';
import { useAddress } from './use-address.ts';

type MapProps = { places: SearchData['found']['places']; label: string };

/** With the texts of maps, which the first pages do not include. */
export default function MapOfResults(props: MapProps) {
  return (
    <AllWords>
      <Marks {...props} />
    </AllWords>
  );
}

function Marks({ places, label }: MapProps) {
  const { say, language } = useWords();
  const address = useAddress();
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: words change with the language
  const marks = useMemo(
    () =>
      (places ?? []).map(({ lat, lng, count, product }) => ({
        ...{ lat, lng, text: product ? '•' : String(count) },
        label: product?.name ?? say('catalog.search.count', { count }),
      })),
    [places, language],
  );
  const lead = (at: number) => {
    const place = places?.[at];
    if (!place) return;
    const kilometres = circles.find((circle) => circle >= place.kilometres) ?? circles[0];
    const circle = { lat: place.lat.toFixed(3), lng: place.lng.toFixed(3), kilometres: String(kilometres) };
    navigate(place.product ? place.product.path : address(circle), { preventScrollReset: true });
  };
  return <RangeMap label={label} marks={marks} onMark={lead} alone />;
}

// The data of the screen of Mozio's transfers, and the form of one package's tie.
import type { OutputOf } from '../../../../contract/index.ts';
import type { Currency } from '../../../../domain/currencies.ts';
import { decimalOf } from '../../../../domain/money.ts';

export type MozioView = OutputOf<'consoleMozio'>;
export type MozioPackage = MozioView['packages'][number];
export type MozioRide = OutputOf<'consoleMozioAsk'>['rides'][number];

type RideDraft = { vehicle: string; people: string; most: string };
export type TieDraft = {
  packageId: string;
  from: string;
  to: string;
  currency: Currency;
  rides: Record<string, RideDraft>;
};

export const tieDraftOf = (pack: MozioPackage | undefined, currency: Currency): TieDraft => ({
  ...{ packageId: pack?.packageId ?? '', from: pack?.tie?.from ?? '', to: pack?.tie?.to ?? '' },
  currency: pack?.tie?.currency ?? currency,
  rides: Object.fromEntries(
    (pack?.skus ?? []).map(({ id, seats }) => {
      const ride = pack?.tie?.rides.find((ride) => ride.skuId === id);
      const draft = ride && { vehicle: ride.vehicle, people: String(ride.people), most: decimalOf(ride.most) };
      return [id, draft ?? { vehicle: '', people: String(seats ?? ''), most: '' }];
    }),
  ),
});

export const wholeOf = (text: string): number => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : 0);

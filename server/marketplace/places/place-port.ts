// What a platform is sent of departures and prices (decisions 0595, 0690). Each has a file that lists them in its own form and writes its
// messages; the round compares, paces, sends and saves for all of them.
import type { Currency } from '../../../domain/currencies.ts';
import type { OctoAsking } from '../../octo/route.ts';
import type { CurrentPlace, KnownPlace, Reported } from './compare-places.ts';

export type PlaceAccount = { account: string; keys: Record<string, string>; baseUrl: string | undefined; now: Date };

export type PlaceMessage<Sent extends Reported> = {
  /** Its name as the platform has it. */
  kind: string;
  /** What the platform knows after it took the message. */
  known: KnownPlace<Sent>[];
  /** '' where it took it, else its code. Throws PlatformSilence. */
  send(account: PlaceAccount): Promise<string>;
};

type PlaceList<Sent extends Reported> = { list: CurrentPlace<Sent>[]; problem?: 'noRate' };

type ToWrite<Sent extends Reported> = {
  ref: string;
  changes: KnownPlace<Sent>[];
  current: CurrentPlace<Sent>[];
  reported: KnownPlace<Sent>[];
};

/** So many messages within a minute: of one product, and in all. */
export type PlaceLimits = { ofProduct: number; inAll: number };

export type PlaceAdapter<Sent extends Reported> = {
  /** The name of its address among the settings. */
  gateway: string;
  limits?: PlaceLimits;
  /** From a day on; empty for what is not offered any more. */
  list(
    asking: OctoAsking,
    product: { ref: string; price_currency: Currency | null },
    from: string,
  ): Promise<PlaceList<Sent>>;
  /** As many messages as one round sends; what they leave out goes with the next round. */
  write(work: ToWrite<Sent>): PlaceMessage<Sent>[];
};

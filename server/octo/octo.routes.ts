// The room of the standard OCTO, in which the owner is the supplier (decision 0390).
import type { Room } from '../platform/room.ts';
import { bindOcto } from './bind-octo.ts';
import { emptyOldCarts } from './cart/carts.sql.ts';
import { makeOctoSender } from './hooks/write-message.ts';
import { routes } from './list-routes.ts';

export const octoRoom = {
  bind: (app, house) => bindOcto(app, house, routes),
  jobs(house) {
    const sender = makeOctoSender(house);
    return {
      rounds: [{ everyMilliseconds: 1000, run: sender.round }],
      hourly: () => emptyOldCarts(house.database.house),
      end: sender.end,
    };
  },
} satisfies Room;

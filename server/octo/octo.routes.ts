// The room of the standard OCTO, in which this house is the supplier (decision 0390).
import type { Room } from '../platform/room.ts';
import { bindOcto } from './bind-octo.ts';
import { routes } from './list-routes.ts';

export const octoRoom = {
  bind: (app, house) => bindOcto(app, house, routes),
} satisfies Room;

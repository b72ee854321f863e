// Calls about suppliers whose systems speak OCTO, and the rounds that settle what orders have there (decision 0415).
import type { Handlers } from '../platform/bind.ts';
import type { Room, RoomParts } from '../platform/room.ts';
import { askPlaces, askSupplyAgain, listSupplies, settleSupplyByHand } from './list-supplies.ts';
import { saveMozio, showMozio } from './mozio/save-mozio.ts';
import { askRides, tieRide, untieRide } from './mozio/tie-ride.ts';
import { makePlaceReader, makeProductReader, makeSupplier } from './run-supplies.ts';
import { saveConnection, showConnection } from './save-connection.ts';
import { answerOctoNotice } from './subscribe-to-notices.ts';
import { takeProduct, tieOption, untieOption } from './take-product.ts';

const calls = {
  askPlaces,
  consoleOcto: showConnection,
  consoleOctoSave: saveConnection,
  consoleOctoTake: takeProduct,
  consoleOctoTie: tieOption,
  consoleOctoUntie: untieOption,
  consoleMozio: showMozio,
  consoleMozioSave: saveMozio,
  consoleMozioTie: tieRide,
  consoleMozioUntie: untieRide,
  consoleMozioAsk: askRides,
  consoleSupplies: listSupplies,
  consoleSupplyAgain: askSupplyAgain,
  consoleSupplyClose: settleSupplyByHand,
} satisfies Partial<Handlers>;

const every = { supplyMilliseconds: 1000, placesMilliseconds: 2000 } as const;

export const resellingRoom = {
  calls,
  files: { octoNotice: { answer: answerOctoNotice, takes: 'bytes', mostBytes: 65_536 } },
  jobs(house: RoomParts) {
    const [supplier, places, products] = [makeSupplier(house), makePlaceReader(house), makeProductReader(house)];
    return {
      rounds: [
        { everyMilliseconds: every.supplyMilliseconds, run: supplier.round },
        // A pause after each answer, too: nobody waits for these.
        { everyMilliseconds: every.placesMilliseconds, run: () => places.round() },
        { everyMilliseconds: every.placesMilliseconds, run: () => products.round() },
      ],
      async end() {
        await Promise.all([supplier.end(), places.end(), products.end()]);
      },
    };
  },
} satisfies Room;

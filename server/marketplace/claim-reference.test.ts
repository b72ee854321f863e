// One message of a platform, sent several times at one moment, is one booking, confirmed to each (§3 order source).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { atOneMoment } from '../../tests/build/at-one-moment.ts';
import { makeApiKey } from '../../tests/build/make-api-key.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { playOn } from '../../tests/build/small-seed.ts';

let test: TestHouse;
let key: string;

beforeAll(async () => {
  test = await openTestHouse();
  key = await makeApiKey(test, ['viator']);
});
afterAll(() => test.close());

async function ask(path: string, body: object): Promise<ReturnType<typeof JSON.parse>> {
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  return (await test.fetch(`/viator${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}
const list = (kind: string, data: object) => ({
  ...{ requestType: `${kind}Request`, data: { SupplierId: 7, ExternalReference: 'e1', ...data } },
});

it('is confirmed to each, with one number', async () => {
  const tours = (await ask('/tourlist', list('TourList', {}))).data.Tour;
  const tower = tours.find((one: { SupplierProductName: string }) => one.SupplierProductName === 'Silver Tower');
  const option = tower.TourOption[0].productOptionId;
  for (let round = 1; round <= 6; round += 1) {
    const held = await ask('/v2/reserve', {
      ...{ supplierId: 7, productOptionId: option, travelDate: playOn, totalTravelers: 1 },
      tickets: [{ type: 'ADULT', quantity: 1 }],
    });
    const Traveller = [{ TravellerIdentifier: '1', GivenName: 'Ann', Surname: 'Lee', AgeBand: 'Adult' }];
    const booking = list('Booking', {
      ...{ BookingReference: `SAME${round}`, TravelDate: playOn, SupplierProductCode: option, Traveller },
      AvailabilityHoldReference: held.reference,
    });
    const answers = await atOneMoment(test, 'channel_order', 4, () => ask('/booking', booking));
    expect(answers.map(({ data }) => data)).toEqual(
      answers.map(() =>
        expect.objectContaining({
          TransactionStatus: { Status: 'CONFIRMED' },
          SupplierConfirmationNumber: held.reference,
        }),
      ),
    );
  }
}, 90_000);

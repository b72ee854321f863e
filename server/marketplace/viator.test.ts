// Viator's Reservation System API (decision 0431): what is free and what it costs, the list of options, redemption, and every refusal in
// the words of its contract. Booking itself is in the suite of all marketplaces (conformance.test.ts).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../domain/dates.ts';
import { makeApiKey } from '../../tests/build/make-api-key.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let key: string;

async function ask(path: string, body: object | string, by = key) {
  const answer = await test.fetch(`/viator${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(by ? { 'x-api-key': by } : {}) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as ReturnType<typeof JSON.parse> };
}
const first = async (kind: string, path: string, data: object, by = key) =>
  (await ask(path, { requestType: `${kind}Request`, data: { SupplierId: 7, ExternalReference: 'e1', ...data } }, by))
    .body;

beforeAll(async () => {
  test = await openTestHouse();
  key = await makeApiKey(test, ['viator'], 'Viator');
});
afterAll(() => test.close());

type Tour = { SupplierProductName: string; TourOption: { productOptionId: string }[] };
async function optionOf(name: string): Promise<string> {
  const { data } = await first('TourList', '/tourlist', {});
  return data.Tour.find((one: Tour) => one.SupplierProductName === name)?.TourOption[0]?.productOptionId ?? '';
}
const party = (adults: number) => ({ tickets: [{ type: 'ADULT', quantity: adults }], totalTravelers: adults });
const wish = async (more: object = {}) => ({
  ...{ supplierId: 7, productOptionId: await optionOf('Silver Tower'), travelDate: playOn, ...party(2), ...more },
});

describe('what is free', () => {
  it('is told with capacity and price of each band, and options that are not ours are left out (§3 order source)', async () => {
    const option = await optionOf('Silver Tower');
    expect(option).toMatch(/^[^|]{1,50}$/);
    const { body } = await ask('/v2/availability/check', {
      ...{ supplierId: 7, travelDate: playOn, ...party(2) },
      productOptions: [{ productOptionId: option }, { productOptionId: 'BLUE' }],
    });
    expect(body.productOptions).toMatchObject([
      {
        ...{ productOptionId: option, currency: 'MYR' },
        events: [
          {
            status: 'AVAILABLE',
            capacity: {
              ...{ type: 'LIMITED', original: 20, remaining: 20 },
              vacancies: [{ types: ['ADULT', 'CHILD'], quantity: 20, quantityType: 'SHARED' }],
            },
            price: { type: 'PER_PERSON_PRICE', prices: [{ types: ['ADULT'], retailPrice: 100 }] },
          },
        ],
      },
    ]);
    const range = { supplierId: 7, productOptionIds: [option], startDate: playOn, endDate: addDays(playOn, 5) };
    const calendar = (await ask('/v2/availability/calendar', range)).body.productOptions[0];
    expect(calendar.dates.map((one: { travelDate: string }) => one.travelDate)).toEqual([playOn, addDays(playOn, 1)]);
    expect(calendar.dates[0].events[0]).toMatchObject({
      ...{
        status: 'AVAILABLE',
        openingHours: { coordinateStartTimes: false, hours: [{ from: '00:00', to: '23:59' }] },
      },
      price: {
        prices: [
          { types: ['ADULT'], retailPrice: 100 },
          { types: ['CHILD'], retailPrice: 40.5 },
        ],
      },
    });
  });

  it('says why not: bands, places, the day, the deadline (§5 quantity)', async () => {
    const reserve = async (more: object) => (await ask('/v2/reserve', await wish(more))).body;
    const not = (reason: string) => ({ status: 'NOT_RESERVED', reason });
    expect(await reserve({ tickets: [{ type: 'YOUTH', quantity: 1 }], totalTravelers: 1 })).toEqual(
      not('UNSUPPORTED_TICKET_COMBINATION'),
    );
    expect(await reserve(party(21))).toEqual(not('LIMITED_AVAILABILITY'));
    expect(await reserve({ travelDate: addDays(playOn, 300) })).toEqual(not('NO_EVENT'));
    const scarce = { productOptionId: await optionOf('Few Seats') };
    expect(await reserve({ ...scarce, ...party(6) })).toEqual(not('LIMITED_AVAILABILITY'));
    const held = await reserve({ ...scarce, ...party(5) });
    expect(held).toMatchObject({ status: 'RESERVED', currency: 'MYR' });
    expect(Date.parse(held.expiration)).toBeGreaterThan(Date.now() + 15 * 60_000);
    expect(await reserve({ ...scarce, ...party(1) })).toEqual(not('SOLD_OUT'));
    await sql`UPDATE product SET cut_off_hours = 2000 WHERE owner_id = 1 AND key = 'tower'`.execute(
      test.database.house,
    );
    expect(await reserve({})).toEqual(not('PAST_BOOKING_CUTOFF'));
    await sql`UPDATE product SET cut_off_hours = 0 WHERE owner_id = 1 AND key = 'tower'`.execute(test.database.house);
  });

  it('is refused by HTTP codes: the key, its right, the option, the message (§6 roles)', async () => {
    const body = await wish();
    for (const by of ['', 'kb_live_made-up']) expect((await ask('/v2/reserve', body, by)).status).toBe(401);
    const unknown = await ask('/v2/reserve', await wish({ productOptionId: 'BLUE' }));
    expect(unknown).toMatchObject({ status: 422, body: { error: 'INVALID_PRODUCT_OPTION' } });
    expect((await ask('/v2/reserve', { supplierId: 7 })).status).toBe(400);
    expect((await ask('/v2/reserve', '{')).status).toBe(400);
    const backwards = { supplierId: 7, productOptionIds: ['1'], startDate: playOn, endDate: addDays(playOn, -1) };
    expect((await ask('/v2/availability/calendar', backwards)).status).toBe(400);
    await sql`UPDATE api_key SET scopes = '{book}' WHERE name = 'Viator'`.execute(test.database.house);
    expect(await ask('/v2/reserve', body)).toMatchObject({ status: 422, body: { error: 'API_DISABLED' } });
    await sql`UPDATE api_key SET scopes = '{viator}' WHERE name = 'Viator'`.execute(test.database.house);
  });
});

describe('bookings', () => {
  const Traveller = [
    { TravellerIdentifier: 'a', GivenName: 'Ann', Surname: 'Lee', AgeBand: 'Adult', LeadTraveller: true },
  ];
  const booking = async (more: object = {}) =>
    (
      await first('Booking', '/booking', {
        ...{
          BookingReference: 'BR-1',
          TravelDate: playOn,
          SupplierProductCode: await optionOf('Silver Tower'),
          Traveller,
        },
        ...more,
      })
    ).data;

  it('have what the traveller wishes in the order’s remark, however long, as it was amended (§5)', async () => {
    const BookingReference = 'BR-WISH';
    const remarkOf = async () => {
      const { rows } = await sql<{ remark: string }>`SELECT remark FROM purchase
        WHERE agent_reference = ${BookingReference}`.execute(test.database.house);
      return rows[0]?.remark ?? '';
    };
    const long = { SpecialRequirement: `Vegetarian ${'y'.repeat(3000)}`, PickupPoint: 'Harbour Inn' };
    const made = await booking({ BookingReference, ...long });
    expect(made.TransactionStatus).toEqual({ Status: 'CONFIRMED' });
    expect(await remarkOf()).toMatch(/^Vegetarian y{500}/);
    expect(await remarkOf()).toContain('Harbour Inn');
    const amended = await first('BookingAmendment', '/booking-amendment', {
      ...{ BookingReference, TravelDate: playOn, SupplierProductCode: await optionOf('Silver Tower'), Traveller },
      ...{ SupplierConfirmationNumber: made.SupplierConfirmationNumber, SpecialRequirement: 'Vegan' },
    });
    expect(amended.data.TransactionStatus).toEqual({ Status: 'CONFIRMED' });
    expect(await remarkOf()).toBe('Vegan');
  });

  it('need no hold, name each traveller, and are never another one’s (§3 order source)', async () => {
    const option = await optionOf('Silver Tower');
    const [SupplierProductCode, SupplierOptionCode] = option.split('-');
    const made = await booking({ SupplierProductCode, TourOptions: { SupplierOptionCode } });
    expect(made).toMatchObject({
      ...{ RequestStatus: { Status: 'SUCCESS' }, TransactionStatus: { Status: 'CONFIRMED' }, ExternalReference: 'e1' },
      Traveller: [
        { TravellerIdentifier: 'a', TravellerSupplierConfirmationNumber: `${made.SupplierConfirmationNumber}-1` },
      ],
    });
    expect(JSON.stringify(made)).not.toContain(key);
    const open = await test.call(
      'consoleOrder',
      { id: made.SupplierConfirmationNumber },
      {
        token: await test.signIn('operations@one.example', 'operations-2026'),
      },
    );
    expect(open.data).toMatchObject({ source: 15, agentReference: 'BR-1', contact: { name: 'Ann Lee' } });
    const asked = { BookingReference: 'BR-1', SupplierConfirmationNumber: made.SupplierConfirmationNumber };
    const redeemed = async () =>
      (await first('Redemption', '/redemption', { ...asked, TravelDate: playOn })).data.RedemptionStatus;
    expect(await redeemed()).toBe(false);
    await sql`UPDATE sub_order SET redeemed_at = now() WHERE order_no = ${made.SupplierConfirmationNumber}`.execute(
      test.database.house,
    );
    expect(await redeemed()).toBe(true);
    const cancel = async (more: object = {}) =>
      (
        await first('BookingCancellation', '/booking-cancellation', {
          ...asked,
          CancelDate: playOn,
          Author: 'x',
          Reason: 'x',
          ...more,
        })
      ).data;
    expect((await cancel()).TransactionStatus).toMatchObject({ Status: 'REJECTED', RejectionReason: 'TOUR_REDEEMED' });
    await sql`UPDATE sub_order SET redeemed_at = NULL WHERE order_no = ${made.SupplierConfirmationNumber}`.execute(
      test.database.house,
    );
    await sql`UPDATE sub_order SET terms = terms || '{"refundRules": [], "freeCancelDays": null}' WHERE order_no = ${made.SupplierConfirmationNumber}`.execute(
      test.database.house,
    );
    expect((await cancel()).TransactionStatus.RejectionReason).toBe('PAST_CANCEL_DATE');
    expect((await cancel({ BookingReference: 'BR-2' })).RequestStatus).toMatchObject({
      ...{ Status: 'ERROR', Error: { ErrorCode: 'TGDS0026' } },
    });
  });

  it('stand beside the price that Viator names, in its currency (§3 order source)', async () => {
    const priceOf = async (BookingReference: string, more: object) => {
      const { SupplierConfirmationNumber: id } = await booking({ BookingReference, ...more });
      const token = await test.signIn('operations@one.example', 'operations-2026');
      return (await test.call('consoleOrder', { id }, { token })).data.platform?.price ?? null;
    };
    expect(await priceOf('BR-USD', { CurrencyCode: 'USD', Amount: 24.5 })).toEqual({
      ...{ amountMinor: 2450, currency: 'USD' },
    });
    expect(await priceOf('BR-XXX', { CurrencyCode: 'XXX', Amount: 24.5 })).toBeNull();
  });

  it('are answered again as before, though the option went off sale meanwhile (§4 order life)', async () => {
    const wish = { BookingReference: 'BR-OFF', SupplierProductCode: await optionOf('Silver Tower') };
    const made = await booking(wish);
    const shelf = (on: boolean) =>
      sql`UPDATE product SET on_shelf = ${on} WHERE owner_id = 1 AND key = 'tower'`.execute(test.database.house);
    await shelf(false);
    const again = await booking(wish);
    await shelf(true);
    expect(again).toMatchObject({
      TransactionStatus: { Status: 'CONFIRMED' },
      SupplierConfirmationNumber: made.SupplierConfirmationNumber,
    });
  });

  it('are amended: another day and another party, under a new number, once for each message (§4 amend)', async () => {
    const BookingReference = 'BR-20';
    const made = await booking({ BookingReference, Amount: 100, CurrencyCode: 'MYR' });
    const number = made.SupplierConfirmationNumber;
    const next = addDays(playOn, 1);
    const both = [...Traveller, { TravellerIdentifier: 'b', GivenName: 'Bo', Surname: 'Lee', AgeBand: 'Child' }];
    const amend = async (more: object = {}) => {
      const fields = { BookingReference, SupplierProductCode: await optionOf('Silver Tower'), TravelDate: next };
      const said = {
        ...fields,
        Traveller: both,
        SupplierConfirmationNumber: number,
        Amount: 140.5,
        CurrencyCode: 'MYR',
      };
      return (await first('BookingAmendment', '/booking-amendment', { ...said, ...more })).data;
    };
    const amended = await amend();
    expect(amended).toMatchObject({
      ...{ BookingReference, RequestStatus: { Status: 'SUCCESS' }, TransactionStatus: { Status: 'CONFIRMED' } },
      Traveller: [{ TravellerIdentifier: 'a' }, { TravellerIdentifier: 'b' }],
    });
    const now = amended.SupplierConfirmationNumber;
    expect(now).not.toBe(number);
    // The answer was lost: the same message with the former number changes nothing more.
    expect(await amend()).toMatchObject({
      SupplierConfirmationNumber: now,
      TransactionStatus: { Status: 'CONFIRMED' },
    });
    // And so does one with another name, though the option went off sale meanwhile; another day is not sold any more.
    const shelf = (on: boolean) =>
      sql`UPDATE product SET on_shelf = ${on} WHERE owner_id = 1 AND key = 'tower'`.execute(test.database.house);
    const SupplierProductCode = await optionOf('Silver Tower');
    await shelf(false);
    const renamed = await amend({ SupplierProductCode, Traveller: [{ ...Traveller[0], GivenName: 'Anna' }, both[1]] });
    const moved = await amend({ SupplierProductCode, TravelDate: playOn });
    await shelf(true);
    expect(renamed).toMatchObject({ SupplierConfirmationNumber: now, TransactionStatus: { Status: 'CONFIRMED' } });
    expect(moved.TransactionStatus).toMatchObject({ Status: 'REJECTED', RejectionReason: 'OTHER' });
    const token = await test.signIn('operations@one.example', 'operations-2026');
    expect((await test.call('consoleOrder', { id: now }, { token })).data.contact.name).toBe('Anna Lee');
    const { rows } = await sql<{
      play_on: string;
      told: number;
      reference: string;
      source: number;
    }>`SELECT s.play_on::text,
        c.told_minor::int AS told, c.reference, p.source FROM channel_order c JOIN purchase p USING (owner_id, order_no)
        JOIN sub_order s USING (owner_id, order_no) WHERE c.order_no = ${now}`.execute(test.database.house);
    expect(rows).toEqual(Array(2).fill({ play_on: next, told: 14_050, reference: BookingReference, source: 15 }));
    const why = async (more: object) => (await amend(more)).TransactionStatus?.RejectionReason;
    expect(await why({ TravelDate: addDays(playOn, 300) })).toBe('NOT_OPERATING');
    expect(await why({ SupplierProductCode: await optionOf('Few Seats'), TravelDate: playOn })).toBe(
      'BOOKED_OUT_ALT_DATES',
    );
    expect(await why({ Traveller: [{ ...Traveller[0], AgeBand: 'Youth' }] })).toBe('OTHER');
    expect((await amend({ BookingReference: 'BR-21' })).RequestStatus.Error.ErrorCode).toBe('TGDS0026');
    await sql`UPDATE sub_order SET terms = terms || '{"refundRules": [], "freeCancelDays": null}' WHERE order_no = ${now}`.execute(
      test.database.house,
    );
    expect((await amend({ TravelDate: playOn })).TransactionStatus).toMatchObject({
      ...{ Status: 'REJECTED', RejectionReason: 'OTHER', RejectionReasonDetails: expect.stringContaining('free') },
    });
    await sql`UPDATE sub_order SET terms = terms || '{"freeCancelDays": 1}' WHERE order_no = ${now}`.execute(
      test.database.house,
    );
    const ended = await first('BookingCancellation', '/booking-cancellation', {
      ...{ BookingReference, SupplierConfirmationNumber: number, CancelDate: playOn, Author: 'x', Reason: 'x' },
    });
    expect(ended.data.TransactionStatus).toEqual({ Status: 'CONFIRMED' });
    expect((await amend()).TransactionStatus).toMatchObject({ Status: 'REJECTED', RejectionReason: 'OTHER' });
  });

  it('are for the day that they name, though the hold that they name is for another (§4 order life)', async () => {
    const AvailabilityHoldReference = (await ask('/v2/reserve', await wish(party(1)))).body.reference;
    const TravelDate = addDays(playOn, 1);
    const made = await booking({ BookingReference: 'BR-DAY', AvailabilityHoldReference, TravelDate });
    expect(made.TransactionStatus).toEqual({ Status: 'CONFIRMED' });
    const { rows } = await sql<{ play_on: string }>`SELECT play_on::text FROM sub_order
      WHERE order_no = ${made.SupplierConfirmationNumber}`.execute(test.database.house);
    expect(rows).toEqual([{ play_on: TravelDate }]);
  });

  it('of one hold under several numbers at once are one order each, or rejected (rules §2)', async () => {
    const AvailabilityHoldReference = (await ask('/v2/reserve', await wish(party(1)))).body.reference;
    const answers = await Promise.all(
      ['BR-11', 'BR-12', 'BR-13', 'BR-14'].map((BookingReference) =>
        booking({ BookingReference, AvailabilityHoldReference }),
      ),
    );
    expect(answers.map(({ RequestStatus }) => RequestStatus)).toEqual(Array(4).fill({ Status: 'SUCCESS' }));
    const booked = answers.filter(({ TransactionStatus }) => TransactionStatus.Status === 'CONFIRMED');
    expect(booked.length).toBeGreaterThan(0);
    expect(new Set(booked.map((one) => one.SupplierConfirmationNumber)).size).toBe(booked.length);
  });

  it('are rejected with a reason, or answered with an error (§5)', async () => {
    const reason = async (more: object) =>
      (await booking({ BookingReference: 'BR-9', ...more })).TransactionStatus?.RejectionReason;
    expect(await reason({ TravelDate: addDays(playOn, 300) })).toBe('NOT_OPERATING');
    expect(await reason({ SupplierProductCode: await optionOf('Few Seats') })).toBe('BOOKED_OUT_ALT_DATES');
    expect(await reason({ Traveller: [{ ...Traveller[0], AgeBand: 'Youth' }] })).toBe('OTHER');
    const unknown = await booking({ SupplierProductCode: 'BLUE' });
    expect(unknown.RequestStatus).toMatchObject({ Status: 'ERROR', Error: { ErrorCode: 'TGDS0013' } });
    const keyless = await first('Booking', '/booking', {}, 'x');
    expect(keyless).toMatchObject({ responseType: 'BookingResponse', data: { RequestStatus: { Status: 'ERROR' } } });
    const inside = await first('TourList', '/tourlist', { ApiKey: key }, '');
    expect(inside.data.RequestStatus).toEqual({ Status: 'SUCCESS' });
  });
});

describe('for staff (§6 roles)', () => {
  it('stands with its address, the keys that let it in, and the codes of its products', async () => {
    const operations = await test.signIn('operations@one.example', 'operations-2026');
    const found = (await test.call('consoleMarketplaces', { query: 'silver' }, { token: operations })).data;
    // GetYourGuide names the shop in its calls, and has to learn the name from it.
    expect(found.channels.map(({ supplierId }) => supplierId)).toEqual(['one', null]);
    expect(found.channels[1]).toMatchObject({
      ...{ channel: 'viator', source: 15, address: expect.stringMatching(/\/viator$/) },
      keys: [
        {
          ...{ partnerName: 'Agency', keyName: 'Viator', start: key.slice(0, 12) },
          ...{ lastUsedAt: expect.any(String), closed: false },
        },
      ],
    });
    expect(JSON.stringify(found)).not.toContain(key);
    expect(found.list).toEqual([
      {
        ...{ code: await optionOf('Silver Tower'), productName: 'Silver Tower', packageName: 'standard' },
        skus: ['Adult', 'Child'].map((name) => ({ id: expect.any(String), name })),
        kinds: [
          { channel: 'getYourGuide', names: ['ADULT', 'CHILD'] },
          { channel: 'viator', names: ['ADULT', 'CHILD'] },
        ],
      },
    ]);
    const content = await test.signIn('content@one.example', 'content-2026');
    expect((await test.call('consoleMarketplaces', {}, { token: content })).http).toBe(421);
  });

  it('marks a key that is refused because the partner’s interface is closed', async () => {
    const operations = await test.signIn('operations@one.example', 'operations-2026');
    const found = async () =>
      (await test.call('consoleMarketplaces', {}, { token: operations })).data.channels[1]?.keys[0];
    const id = (await found())?.partnerId ?? '';
    const turn = (open: boolean) => test.call('consolePartnerKeysOpen', { id, open }, { token: operations });
    await turn(false);
    expect(await found()).toMatchObject({ closed: true });
    await turn(true);
    expect(await found()).toMatchObject({ closed: false });
  });
});

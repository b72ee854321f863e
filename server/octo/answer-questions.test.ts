// The capability of questions: a booking says which are open, and an answer can be taken back.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OctoAnswered, type OctoFound, openOcto } from '../../tests/build/ask-octo.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { playOn } from '../../tests/build/small-seed.ts';

const capabilities = 'octo/pickups, octo/questions';
type Answer = { questionId: string; value: string | null };

let test: TestHouse;
let octo: Awaited<ReturnType<typeof openOcto>>;
let car: OctoFound;
let questions: string[];

beforeAll(async () => {
  test = await openTestHouse();
  octo = await openOcto(test);
  car = await octo.find('Airport Car');
  const { body } = await octo.ask(`/products/${car.productId}`, { capabilities });
  questions = body.options[0].questions.map(({ id }: { id: string }) => id);
});
afterAll(() => test.close());

const hold = (more: object = {}): Promise<OctoAnswered['body']> => {
  const { productId, optionId, units } = car;
  const body = { productId, optionId, availabilityId: playOn, unitItems: [{ unitId: units[0] }], ...more };
  return octo.get('Booking', '/bookings', { body, capabilities });
};
const patch = (uuid: string, body: object): Promise<OctoAnswered['body']> =>
  octo.get('Booking', `/bookings/${uuid}`, { method: 'PATCH', body, capabilities });
const answersOf = ({ questionAnswers }: { questionAnswers: Answer[] }) =>
  Object.fromEntries(questionAnswers.map(({ questionId, value }) => [questionId, value]));

describe('the answers of a booking', () => {
  it('list every question of its option, those that are open without a value, and no pick-up', async () => {
    expect(questions).toContain('passengerCount');
    const held = await hold({ pickupHotel: 'Hotel 1' });
    expect(held.questionAnswers.map(({ questionId }: Answer) => questionId)).toEqual(questions);
    expect(new Set(held.questionAnswers.map(({ value }: Answer) => value))).toEqual(new Set([null]));
    const answered = await patch(held.uuid, { questionAnswers: [{ questionId: 'passengerCount', value: '2' }] });
    expect(answersOf(answered)).toEqual({ ...answersOf(held), passengerCount: '2' });
    expect(answered.pickupHotel).toBe('Hotel 1');
  });

  it('are taken back by null, and stay where nothing is said of them', async () => {
    const both = [
      { questionId: 'passengerCount', value: '2' },
      { questionId: 'luggageCount', value: '1' },
    ];
    const held = await hold({ questionAnswers: both });
    expect(answersOf(held)).toMatchObject({ passengerCount: '2', luggageCount: '1' });
    const less = await patch(held.uuid, { questionAnswers: [{ questionId: 'luggageCount', value: null }] });
    expect(answersOf(less)).toMatchObject({ passengerCount: '2', luggageCount: null });
    const confirmed = await octo.ask(`/bookings/${held.uuid}/confirm`, { body: { contact: {} }, capabilities });
    expect(confirmed.body).toMatchObject({
      error: 'UNPROCESSABLE_ENTITY',
      errorMessage: expect.stringContaining('luggage'),
    });
  });
});

// Pick-ups and questions: what a product asks beyond the contact, in the forms that systems run today.
import { fieldRow } from '../../domain/traveller-fields.ts';
import { translate } from '../../locales/translate.ts';
import type { Context } from '../platform/context.ts';
import type { AskedDetails } from './asked-details.ts';
import { isQuestion } from './asked-details.ts';
import type { OctoPackage, OctoProductRow } from './products.sql.ts';

/** Guests are picked up where they say, within the product's areas; there is no list of points. */
export function pickupsOf({ order }: AskedDetails) {
  const available = order.includes('402') || order.includes('403');
  return { pickupAvailable: available, pickupRequired: available, pickupPoints: [] };
}

const inputTypes: Record<string, string> = {
  day: 'date',
  pastDay: 'date',
  expiry: 'date',
  time: 'time',
  email: 'email',
  digits: 'tel',
  count: 'number',
  choice: 'select',
};

export function questionsOf(
  { language }: Pick<Context, 'language'>,
  _row: OctoProductRow,
  pack: Pick<OctoPackage, 'directions'>,
  names: readonly string[],
  needed: readonly string[],
) {
  return names.filter(isQuestion).map((name) => {
    const { rule = 'text', choices = [] } = fieldRow(name) ?? {};
    const title = translate(language, `order.traveller.${name}`);
    const offered = name === 'direction' ? pack.directions : choices;
    return {
      id: name,
      required: needed.includes(name),
      title,
      label: title,
      shortDescription: null,
      description: null,
      inputType: inputTypes[rule] ?? 'text',
      selectOptions: offered.map((value) => ({
        label: translate(language, `order.traveller.${name}.${value}`),
        value,
      })),
      coverImageUrl: null,
    };
  });
}

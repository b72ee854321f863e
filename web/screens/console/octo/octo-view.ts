// The data of the screen of a supplier's system.
import type { OutputOf } from '../../../../contract/index.ts';

export type OctoView = OutputOf<'consoleOcto'>;
export type OctoLink = NonNullable<OctoView['link']>;
export type OctoProduct = OctoView['products'][number];
export type OctoOption = OctoProduct['options'][number];

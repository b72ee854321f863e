// A product's own picture within the statements that show products: its texts, its colour, and what stays in view of it.
import type { Text } from '../../domain/languages.ts';
import { sql } from '../platform/db.ts';

/** `focus` is null in the middle, `colour` where the picture is older than colours. */
export type OwnPicture = { id: string; alts?: Text; colour?: string | null; focus?: string | null };

/** Of the tables below; their rows are found by product, in the order of `f.position`. */
export const ownPicture = sql`jsonb_build_object('id', f.picture_id, 'alts', f.alts, 'colour', i.colour,
  'focus', CASE WHEN (f.focus_x, f.focus_y) <> (50, 50) THEN format('%s%% %s%%', f.focus_x, f.focus_y) END)`;
export const ownPictures = sql`product_picture f JOIN picture i ON i.owner_id = f.owner_id AND i.picture_id = f.picture_id`;

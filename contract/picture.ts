// A picture as screens get it, wherever one is shown.
import { z } from './call.ts';

/** `src` takes `?w=` pixels; `colour` stands in its place until it has come; `focus` ("30% 70%") stays in view, the middle without it. */
export const pictureShape = z.object({
  src: z.string(),
  colour: z.string(),
  alt: z.string(),
  focus: z.string().optional(),
});

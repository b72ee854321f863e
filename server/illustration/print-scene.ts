// A drawing for documents, where it is a few centimetres wide: without the grain, which paper does not show and which takes most of the
// time that drawing does. What is printed for one buyer of a product is printed for the next.
import { LRUCache } from 'lru-cache';
import { drawScene, type SceneInput } from './draw-scene.ts';
import { encodePicture } from './encode-picture.ts';

const printed = new LRUCache<string, Promise<Buffer>>({ max: 200 });
const pixels = 600;

export function printScene(input: SceneInput): Promise<Buffer> {
  const key = JSON.stringify(input);
  const known = printed.get(key) ?? encodePicture(drawScene(input, { grain: false }), pixels, 'jpeg');
  printed.set(key, known);
  known.catch(() => printed.delete(key));
  return known;
}

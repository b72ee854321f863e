import type { SceneKind, SceneTime } from './scene-kinds.ts';
export function drawScene(input: { kind: SceneKind; time: SceneTime; seed: string; variant: number }): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><rect width="1200" height="800" fill="#7ab"/><circle cx="${300 + input.variant * 200}" cy="300" r="120" fill="#fed"/></svg>`;
}

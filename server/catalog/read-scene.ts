// Scenes as addresses and seeds name them.
import { type SceneKind, type SceneTime, sceneKinds } from '../../domain/pictures/scene-kinds.ts';

export function isSceneKind(value: string): value is SceneKind {
  return (sceneKinds as readonly string[]).includes(value);
}

export function isSceneTime(value: string): value is SceneTime {
  return ['dawn', 'day', 'dusk', 'night'].includes(value);
}

export type Scene = { kind: SceneKind; time: SceneTime };

// Packages that few requests need are read when the first of these comes: at the start they would cost time and memory of every process.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** A package by its name, read at the first call; what it exports by default where it does. */
export function loadLate<Exports>(name: string): () => Exports {
  let loaded: { exports: Exports } | undefined;
  return () => {
    loaded ??= { exports: defaultOf<Exports>(require(name)) };
    return loaded.exports;
  };
}

/** What the package `name`, which another brings along, exports by names. */
export function loadBrought<Exports>(name: string, by: string): Exports {
  return createRequire(require.resolve(by))(name) as Exports;
}

function defaultOf<Exports>(exports: { default?: Exports }): Exports {
  return exports.default ?? (exports as Exports);
}

// The order of the files in a whole run: the longest first, so that none runs alone at the end, but those that need the screens last,
// because the screens are built meanwhile.
import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Longer than their texts; those that mostly wait for processes and time limits go beside those that work. */
const longFiles = ['shut-out', 'edge', 'conformance', 'refunds', 'go-on', 'order-mails'];
const longFlows = ['dead-process', 'stopping', 'every-page', 'kinds', 'wechat-inside', 'hot-row'];

function placeOf({ moduleId }: TestSpecification): number {
  const text = readFileSync(moduleId, 'utf8');
  const name = moduleId.split('/').at(-1)?.split('.')[0] ?? '';
  const needsScreens = /screens: true|start-process\.ts/.test(text);
  const place = (needsScreens ? longFlows : longFiles).indexOf(name);
  return (needsScreens ? 2_000_000 : 0) + (place < 0 ? 1_000_000 - text.length : place);
}

export default class OrderFiles extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const places = new Map(files.map((file) => [file, placeOf(file)]));
    return files.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
  }
}

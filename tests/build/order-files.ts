// The order of the files in a whole run: the longest first, so that none runs alone at the end. The screens are built at the same time. Then
// files that need them alternate with files of the server, because the latter use the processor all the time and the former mostly wait.
import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Longer than their texts; those that mostly wait for processes and time limits go beside those that work. */
const longFiles = ['odd-supplier', 'shut-out', 'edge', 'conformance', 'refunds', 'go-on', 'order-mails'];
const longFlows = ['dead-process', 'stopping', 'every-page', 'kinds', 'wechat-inside', 'hot-row'];
/** So many run until the screens are built. */
const beforeScreens = 24;

type Placed = { file: TestSpecification; needsScreens: boolean; place: number };

function placeOf(file: TestSpecification): Placed {
  const text = readFileSync(file.moduleId, 'utf8');
  const name = file.moduleId.split('/').at(-1)?.split('.')[0] ?? '';
  const needsScreens = /screens: true|start-process\.ts|three-processes\.ts/.test(text);
  const place = (needsScreens ? longFlows : longFiles).indexOf(name);
  return { file, needsScreens, place: place < 0 ? 1_000_000 - text.length : place };
}

/** Two lists as one, each spread over its whole length. */
function mix<Item>(one: Item[], other: Item[]): Item[] {
  const spread = [one, other].flatMap((list) => list.map((item, at) => ({ item, part: (at + 0.5) / list.length })));
  return spread.toSorted((a, b) => a.part - b.part).map(({ item }) => item);
}

export default class OrderFiles extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placed = files.map(placeOf).toSorted((one, other) => one.place - other.place);
    const withScreens = placed.filter((one) => one.needsScreens);
    const others = placed.filter((one) => !one.needsScreens);
    const order = [...others.slice(0, beforeScreens), ...mix(withScreens, others.slice(beforeScreens))];
    return order.map(({ file }) => file);
  }
}

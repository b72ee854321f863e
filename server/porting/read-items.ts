// Reads a list in JSON item by item, so that a catalogue of any size needs the memory of one product.
import { createReadStream } from 'node:fs';

/** The file is no list in JSON, in no encoding of JSON, or one item of it is larger than any product. */
export class NoList extends Error {}

/** A parsed item, and how long it is in the file. */
type Item = { value: unknown; letters: number };

/** More than the editor saves of one product. */
const mostItemLetters = 4 * 1024 * 1024;

export async function* readItems(path: string): AsyncGenerator<Item> {
  const splitter = new Splitter();
  for await (const text of readText(path)) yield* splitter.take(text);
  splitter.end();
}

/** Another encoding would put marks in the place of letters. */
async function* readText(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (bytes?: Buffer) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new NoList();
    }
  };
  for await (const bytes of createReadStream(path, { highWaterMark: 256 * 1024 })) yield decode(bytes as Buffer);
  yield decode();
}

const space = /^[ \t\r\n]*/;

/** Finds the items of the outer list; JSON.parse judges each of them. */
class Splitter {
  private rest = '';
  /** How far `rest` is read. */
  private at = 0;
  private depth = 0;
  private inText = false;
  private state: 'before' | 'item' | 'after' = 'before';
  private count = 0;

  *take(text: string): Generator<Item> {
    this.rest += text;
    if (this.state === 'before' && !this.open()) return;
    if (this.state === 'after') return this.judgeEnd();
    yield* this.items();
    if (this.rest.length > mostItemLetters) throw new NoList();
  }

  end(): void {
    if (this.state !== 'after') throw new NoList();
  }

  /** Whether the list has begun. */
  private open(): boolean {
    this.rest = this.rest.replace(space, '');
    if (!this.rest) return false;
    if (!this.rest.startsWith('[')) throw new NoList();
    this.rest = this.rest.slice(1);
    this.state = 'item';
    return true;
  }

  private *items(): Generator<Item> {
    // Everything that is not at the end of an item is stepped over by one search.
    const marks = /["\\[\]{},]/g;
    let from = 0;
    marks.lastIndex = this.at;
    for (let found = marks.exec(this.rest); found; found = marks.exec(this.rest)) {
      const mark = found[0];
      if (this.inText) {
        if (mark === '\\') {
          // The letter after it may be in the next piece.
          if (found.index + 1 >= this.rest.length) return this.keep(from, found.index);
          marks.lastIndex = found.index + 2;
        } else if (mark === '"') this.inText = false;
      } else if (mark === '"') this.inText = true;
      else if (mark === '[' || mark === '{') this.depth += 1;
      else if (this.depth > 0) this.depth -= mark === ']' || mark === '}' ? 1 : 0;
      else {
        const item = this.rest.slice(from, found.index);
        from = found.index + 1;
        if (mark === ']') return yield* this.close(item, from);
        if (mark !== ',') throw new NoList();
        yield this.parse(item);
      }
    }
    this.keep(from, this.rest.length);
  }

  private keep(from: number, read: number): void {
    this.rest = this.rest.slice(from);
    this.at = read - from;
  }

  private *close(item: string, from: number): Generator<Item> {
    if (this.count > 0 || item.trim()) yield this.parse(item);
    this.rest = this.rest.slice(from);
    this.state = 'after';
    this.judgeEnd();
  }

  private parse(item: string): Item {
    this.count += 1;
    try {
      return { value: JSON.parse(item), letters: item.length };
    } catch {
      throw new NoList();
    }
  }

  private judgeEnd(): void {
    if (this.rest.replace(space, '')) throw new NoList();
    this.rest = '';
  }
}

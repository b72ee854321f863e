// One person with a phone: what they press and type is counted, and where the next thing was not to be seen is noted.
import type { Locator, Page } from 'playwright-core';
import { settle } from '../../tests/build/use-pages.ts';

/** What a task took. */
export type Effort = { taps: number; fields: number; screens: number; seconds: number; deadEnds: string[] };

/** A control further away than so many heights of the phone is not found by a person who does not know that it exists. */
const mostScreens = 2;
const patience = 15_000;

export class Walk {
  private taps = 0;
  private fields = 0;
  private screens = 0;
  private readonly deadEnds: string[] = [];
  private readonly began = performance.now();
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** A press, of whatever is the first that can be seen. */
  async tap(thing: Locator, what: string): Promise<void> {
    const locator = await this.reach(thing, what);
    await locator.click();
    this.taps += 1;
    await settle(this.page);
  }

  /** A field, whatever its length. */
  async type(thing: Locator, text: string, what: string): Promise<void> {
    const locator = await this.reach(thing, what);
    const isList = await locator.evaluate((element) => element.tagName === 'SELECT');
    await (isList ? locator.selectOption(text) : locator.fill(text));
    this.fields += 1;
  }

  /** What shows that the task is done. */
  async see(thing: Locator, what: string): Promise<void> {
    await this.reach(thing, what);
  }

  measure(): Effort {
    const seconds = (performance.now() - this.began) / 1000;
    const { taps, fields, deadEnds } = this;
    return { taps, fields, screens: Math.round(this.screens * 10) / 10, seconds: Math.round(seconds), deadEnds };
  }

  /** Scrolls there as a person does, and notes how far that was. */
  private async reach(thing: Locator, what: string): Promise<Locator> {
    const locator = thing.filter({ visible: true }).first();
    await locator.waitFor({ timeout: patience }).catch(() => {
      throw new Error(`${what} was not there`);
    });
    // What is on its way may draw the element again: a person looks before they scroll.
    await settle(this.page);
    const away = await locator.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      if (top >= 0 && bottom <= innerHeight) return 0;
      return (top < 0 ? -top : bottom - innerHeight) / innerHeight;
    });
    this.screens += away;
    if (away > mostScreens) this.deadEnds.push(`${what} was ${away.toFixed(1)} screens away`);
    await locator.scrollIntoViewIfNeeded();
    return locator;
  }
}

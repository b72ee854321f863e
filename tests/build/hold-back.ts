// A slow network in a browser test: answers arrive when the test lets them.
import type { Page, Request } from 'playwright-core';

/** Holds back the answers to the calls that `isHeld` chooses until `release`. */
export async function holdBack(page: Page, path: string, isHeld: (request: Request) => boolean = () => true) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let count = 0;
  await page.route(`**/api/${path}`, async (route) => {
    if (!isHeld(route.request())) return route.continue();
    count += 1;
    const answer = await route.fetch();
    await released;
    await route.fulfill({ response: answer }).catch(() => undefined);
  });
  return { release, count: () => count };
}

import type { Page, Request } from 'playwright-core'

/** A screen, a list or a dialog that waits for its part or for an answer says so by one of these. */
const BUSY = '[aria-busy="true"], .skel, .progress, progress'

const open = new WeakMap<Page, Set<Request>>()

/** Counts this page's requests from now on. */
export function countRequests(page: Page) {
  const requests = new Set<Request>()
  page.on('request', (request) => requests.add(request))
  const ended = (request: Request) => void requests.delete(request)
  page.on('requestfinished', ended).on('requestfailed', ended)
  // Those of the screen before are not answered any more.
  page.on('framenavigated', (frame) => frame === page.mainFrame() && requests.clear())
  open.set(page, requests)
}

/** In the page: drawn, with nothing that waits, and whatever fades or moves has done so, but for what never ends. */
async function drawn(busy: string) {
  const frame = () => new Promise(requestAnimationFrame)
  const isBusy = () => [...document.querySelectorAll(busy)].some((one) => one.checkVisibility())
  // A screen that gets its answer draws twice: the answer, and what depends on it.
  for (let frames = 0; frames < 3; frames = isBusy() ? 0 : frames + 1) await frame()
  const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await Promise.allSettled(ending.map((one) => one.finished))
}

/** Waits until a screen is all there: nothing is asked for, nothing waits, nothing moves. */
export async function settled(page: Page) {
  const requests = open.get(page) ?? new Set()
  await page.locator('main, dialog[open], [role="dialog"]').first().waitFor()
  do {
    while (requests.size > 0) await Promise.race([page.waitForEvent('requestfinished'), page.waitForEvent('requestfailed')])
    await page.evaluate(drawn, BUSY)
  } while (requests.size > 0)
}

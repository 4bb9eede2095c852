import type { Page, Request } from 'playwright-core'

/** Marks of a screen, list or dialog that waits for its code or for a response. */
const BUSY = '[aria-busy="true"], .skel, .progress, progress'

const open = new WeakMap<Page, Set<Request>>()

/** Tracks the open requests of this page from now on. */
export function countRequests(page: Page) {
  const requests = new Set<Request>()
  page.on('request', (request) => requests.add(request))
  const ended = (request: Request) => void requests.delete(request)
  page.on('requestfinished', ended).on('requestfailed', ended)
  // Requests of the previous document are aborted without an event.
  page.on('framenavigated', (frame) => frame === page.mainFrame() && requests.clear())
  open.set(page, requests)
}

/** In the page: waits until three frames in a row have no busy element, then until all finite animations have ended. */
async function idle(busy: string) {
  const frame = () => new Promise(requestAnimationFrame)
  const isBusy = () => [...document.querySelectorAll(busy)].some((one) => one.checkVisibility())
  // A screen renders twice after a response: the response, and what depends on it.
  for (let frames = 0; frames < 3; frames = isBusy() ? 0 : frames + 1) await frame()
  const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await Promise.allSettled(ending.map((one) => one.finished))
}

/** Waits until a screen is complete: no open requests, no busy elements, no running animations. */
export async function untilSettled(page: Page) {
  const requests = open.get(page) ?? new Set()
  await page.locator('main, dialog[open], [role="dialog"]').first().waitFor()
  do {
    while (requests.size > 0) await Promise.race([page.waitForEvent('requestfinished'), page.waitForEvent('requestfailed')])
    await page.evaluate(idle, BUSY)
  } while (requests.size > 0)
}

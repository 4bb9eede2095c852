import { pathInHash } from '../../lib/paths.ts'

/** Reading routes below the base path: `/item`, `/item/12`, `/p/key`. */
const readingRoute = /^\/(?:p\/[\w-]+|(?!api$|server$|assets$|user$|admin$)[^/.]+(?:\/\d+)?)$/

/** Undefined if it is none. `URL.parse` needs a browser that is too new for readers. */
export function urlOf(href: string, base: string): URL | undefined {
  try {
    return new URL(href, base)
  } catch {
    return undefined
  }
}

/**
 * The application path of a link, without the base path, or undefined when the browser must follow it. Old addresses with the
 * path after a hash (`/web/#/12/34`) are also application paths.
 */
export function applicationPath(href: string, base: string, here = location.href): string | undefined {
  const url = urlOf(href, here)
  if (!url) return undefined
  if (url.origin !== new URL(here).origin) return undefined
  if (!(url.pathname === base || url.pathname.startsWith(`${base}/`))) return undefined
  const path = url.pathname.slice(base.length)
  if (url.hash.startsWith('#/')) {
    const old = pathInHash(url.hash)
    return old !== undefined && readingRoute.test(old.replace(/[?#].*$/, '')) ? old : undefined
  }
  return readingRoute.test(path) ? path + url.search + url.hash : undefined
}

/** Whether a link leads to a heading of the current page. */
export const isSamePageLink = (href: string, here = location.href) => {
  const to = new URL(href, here)
  const now = new URL(here)
  return (
    to.hash.length > 1 && !to.hash.startsWith('#/') && to.pathname === now.pathname && to.search === now.search && to.origin === now.origin
  )
}

/** The element with the id in the hash. Anchors can be Chinese and percent-encoded. */
export function targetOf(hash: string, root: ParentNode = document): Element | null {
  const raw = hash.slice(1)
  let id = raw
  try {
    id = decodeURIComponent(raw)
  } catch {
    /* Not percent-encoded: use it unchanged. */
  }
  if (!id) return null
  return root instanceof Document ? root.getElementById(id) : root.querySelector(`[id="${CSS.escape(id)}"]`)
}

/** Opens everything that hides an element: closed details and unchosen alternatives. */
export function reveal(element: Element): void {
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true
    const button = at.classList.contains('pane') ? at.previousElementSibling?.querySelector('input') : undefined
    if (button) button.checked = true
  }
}

/** The element with the id in the hash, after everything that hides it is opened. */
export function openedTarget(hash: string, root: ParentNode = document): Element | null {
  const target = targetOf(hash, root)
  if (target) reveal(target)
  return target
}

export const prefersReducedMotion = () => globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false

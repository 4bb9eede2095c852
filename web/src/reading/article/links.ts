import { pathInHash } from '../../lib/paths.ts'

/** What a reading route looks like below the base: `/item`, `/item/12`, `/p/key`. */
const reading = /^\/(?:p\/[\w-]+|(?!api$|server$|assets$|user$|admin$)[^/.]+(?:\/\d+)?)$/

/**
 * The path inside the product that this link leads to, or undefined when the browser shall follow it. Old addresses with
 * the path behind a hash (`/web/#/12/34`) count as ours.
 */
export function ownPath(href: string, base: string, here = location.href): string | undefined {
  let url: URL
  try {
    url = new URL(href, here)
  } catch {
    return undefined
  }
  if (url.origin !== new URL(here).origin) return undefined
  if (!(url.pathname === base || url.pathname.startsWith(`${base}/`))) return undefined
  const path = url.pathname.slice(base.length)
  if (url.hash.startsWith('#/')) {
    const old = pathInHash(url.hash)
    return old !== undefined && reading.test(old.replace(/[?#].*$/, '')) ? old : undefined
  }
  return reading.test(path) ? path + url.search + url.hash : undefined
}

export const samePage = (href: string, here = location.href) => {
  const to = new URL(href, here)
  const now = new URL(here)
  return (
    to.hash.length > 1 && !to.hash.startsWith('#/') && to.pathname === now.pathname && to.search === now.search && to.origin === now.origin
  )
}

/** The element a hash names; anchors may be Chinese and come percent-encoded. */
export function targetOf(hash: string, root: ParentNode = document): Element | null {
  const raw = hash.slice(1)
  let id = raw
  try {
    id = decodeURIComponent(raw)
  } catch {
    /* Not encoded: take it as it stands. */
  }
  if (!id) return null
  return root instanceof Document ? root.getElementById(id) : root.querySelector(`[id="${CSS.escape(id)}"]`)
}

export const prefersReducedMotion = () => globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false

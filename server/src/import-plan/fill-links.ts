import { rewriteLinks } from '@sheaf/markdown/rewrite-links'
import { FILE, PAGE } from './plan.ts'

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}

/**
 * Replaces the placeholders of a plan by URLs, once the ids are known. A placeholder stays if its URL is undefined, so callers must
 * return a URL for every page and file of the plan.
 */
export function fillLinks(
  content: string,
  pageAddress: (entry: string) => string | undefined,
  fileAddress: (entry: string) => string | undefined,
): string {
  if (!content.includes(PAGE) && !content.includes(FILE)) return content
  return rewriteLinks(content, (target) => {
    if (target.startsWith(FILE)) return fileAddress(decode(target.slice(FILE.length)))
    if (!target.startsWith(PAGE)) return undefined
    const end = target.indexOf('#')
    const address = pageAddress(decode(target.slice(PAGE.length, end < 0 ? undefined : end)))
    return address === undefined || end < 0 ? address : address + target.slice(end)
  })
}

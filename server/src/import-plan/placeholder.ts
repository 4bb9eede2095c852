import { rewriteLinks } from '@sheaf/markdown'

const PAGE = 'sheaf-page:'
const FILE = 'sheaf-file:'

// Parentheses, quotes and spaces would end a Markdown or HTML address.
const encode = (entry: string) =>
  encodeURIComponent(entry)
    .replaceAll('%2F', '/')
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

function decode(written: string): string {
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}

/** Stands in a planned page's content for the address of another page of the plan; `hash` is '' or begins with `#`. */
export const pageLink = (entry: string, hash: string) => PAGE + encode(entry) + hash

/** Stands in a planned page's content for the address of a file of the plan. */
export const fileLink = (entry: string) => FILE + encode(entry)

/**
 * Puts addresses in place of the placeholders of a plan, once the ids are known. An entry without an address (undefined)
 * leaves the placeholder, so callers answer for every page and file of the plan.
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

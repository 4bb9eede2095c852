/**
 * The server inlines small style sheets into the page. The loader of lazy chunks looks for link elements and would load such a sheet
 * again, after the sheet of the screen, and so override that one. A link that is disabled from the start is found but never fetched.
 */
export function registerInlineSheets() {
  for (const { dataset } of document.querySelectorAll<HTMLStyleElement>('style[data-sheet]')) {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.disabled = true
    link.href = dataset['sheet'] ?? ''
    document.head.append(link)
  }
}

/**
 * The server writes small style sheets into the page itself. What loads a later part of the app looks for a link and would bring
 * them a second time, after the sheet of the screen, which they would then overrule. A link that is disabled from the start is
 * found and never fetched.
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

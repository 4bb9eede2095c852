/**
 * The server inlines small style sheets into the page. The loader of lazy chunks looks for link elements and would download such a
 * sheet again. A link that is disabled from the start is found but never fetched. Layers keep the order of the rules, not this.
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

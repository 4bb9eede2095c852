/** Copies the text, also over plain http, where browsers have no clipboard API. Returns whether it worked. */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      /* Refused, for instance without focus: execCommand can still work. */
    }
  }
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('readonly', '')
  field.style.cssText = 'position:fixed;top:0;opacity:0'
  /* A modal dialog makes everything outside it inert. */
  const host = document.querySelector('dialog[open]') ?? document.body
  const focused = document.activeElement
  host.append(field)
  field.select()
  const done = document.execCommand?.('copy') ?? false
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return done
}

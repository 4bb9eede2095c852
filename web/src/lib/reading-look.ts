import { type ReadingLook, readingLooks } from '@sheaf/contract/reading-look'
import { savePreference } from './preferences.ts'

/** What the reader has chosen for the text; the server has written it into the page. */
export const readingLook = () => readingLooks(globalThis.document?.documentElement.dataset['reading'])

export const wrapsCode = () => readingLook().includes('wrap')

/** The switch on a code block tells what its lines do; those turned one by one before follow again. */
export function updateWrapButtons(root: ParentNode) {
  for (const button of root.querySelectorAll('.code button[data-act="wrap"]')) {
    button.closest('.code')?.classList.remove('wrap', 'nowrap')
    button.setAttribute('aria-pressed', String(wrapsCode()))
  }
}

/** Takes these looks away and puts that one in their place: at once, and for the server's next page. */
export function chooseLook(instead: readonly ReadingLook[], look?: ReadingLook) {
  const looks = readingLook().filter((one) => !instead.includes(one))
  if (look) looks.push(look)
  document.documentElement.dataset['reading'] = looks.join(' ')
  savePreference('reading', looks.join('.'))
  updateWrapButtons(document)
}

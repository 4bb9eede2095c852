import type { Language } from '@sheaf/contract/errors'
import { type ReadingLook, readingLooks } from '@sheaf/contract/reading-look'
import { readBoot, type Theme } from './boot.ts'

/** A cookie, because the server must know it before it writes the first byte of a page. */
const savePreference = (name: string, value: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the server must know both before it writes the first byte of a page
  document.cookie = `${name}=${value}; path=${readBoot().base || '/'}; max-age=31536000; samesite=lax`
}

/** Shows the theme at once and remembers it for the server's next page. */
export function chooseTheme(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  savePreference('theme', theme)
  readBoot().theme = theme
}

/** What the server wrote in one language, and the editor, which is made in one: there the page is asked for again. */
const RELOADS_ON_LANGUAGE_CHANGE = '[data-article], .cm-editor'

/** Remembers the language. Screens change it in place, so that nothing typed in them is lost. */
export function chooseLanguage(language: Language) {
  savePreference('lang', language)
  if (document.querySelector(RELOADS_ON_LANGUAGE_CHANGE)) return location.reload()
  chosen = language
  readBoot().language = language
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
  for (const listener of languageListeners) listener()
}

let chosen: Language | undefined
/** The language chosen since the page was loaded, if it was changed in place. */
export const chosenLanguage = () => chosen

const languageListeners = new Set<() => void>()
export const onLanguage = (listener: () => void) => {
  languageListeners.add(listener)
  return () => void languageListeners.delete(listener)
}

export const isDark = () =>
  document.documentElement.dataset['theme'] === 'dark' ||
  (document.documentElement.dataset['theme'] !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)

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

import { factsOf, type Language } from '@sheaf/contract/languages'
import { type ReadingLook, readingLooks } from '@sheaf/contract/reading-look'
import { readBoot, type Theme } from './boot.ts'
import { loadTexts } from './words.ts'

/** A cookie, because the server must know it before it writes the first byte of a page. */
const savePreference = (name: string, value: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the server must know both before it writes the first byte of a page
  document.cookie = `${name}=${value}; path=${readBoot().base || '/'}; max-age=31536000; samesite=lax`
}

/** Applies the theme immediately and stores it for the next page from the server. */
export function chooseTheme(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  savePreference('theme', theme)
  readBoot().theme = theme
}

/** Content in one language: HTML from the server, and the editor, which is created in one language. It needs a reload. */
const RELOADS_ON_LANGUAGE_CHANGE = '[data-article], .cm-editor'

/** Stores the language. Most screens switch in place, so that no input is lost. */
export async function chooseLanguage(language: Language) {
  savePreference('lang', language)
  if (document.querySelector(RELOADS_ON_LANGUAGE_CHANGE)) return location.reload()
  const { base, version } = readBoot()
  // The built scripts contain one language. Without a connection the next page has the new one.
  if (import.meta.env.PROD) await loadTexts(`${base}/texts/${language}.js?${version}`)
  chosen = language
  readBoot().language = language
  document.documentElement.lang = factsOf(language).tag
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

/** The reading preferences; the server writes them into the page. */
export const readingLook = () => readingLooks(globalThis.document?.documentElement.dataset['reading'])

export const wrapsCode = () => readingLook().includes('wrap')

/** Sets the wrap button of every code block to the reading preference, also of blocks that were toggled individually. */
export function updateWrapButtons(root: ParentNode) {
  for (const button of root.querySelectorAll('.code button[data-act="wrap"]')) {
    button.closest('.code')?.classList.remove('wrap', 'nowrap')
    button.setAttribute('aria-pressed', String(wrapsCode()))
  }
}

/** Replaces the display options in `replaced` by `look`, in this page and in the cookie for the next one. */
export function chooseLook(replaced: readonly ReadingLook[], look?: ReadingLook) {
  const looks = readingLook().filter((one) => !replaced.includes(one))
  if (look) looks.push(look)
  document.documentElement.dataset['reading'] = looks.join(' ')
  savePreference('reading', looks.join('.'))
  updateWrapButtons(document)
}

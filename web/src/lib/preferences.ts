import type { Language } from '@sheaf/contract/errors'
import type { Theme } from './boot.ts'
import { readBoot } from './boot.ts'

/** A cookie, because the server must know it before it writes the first byte of a page. */
export const keep = (name: string, value: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the server must know both before it writes the first byte of a page
  document.cookie = `${name}=${value}; path=${readBoot().base || '/'}; max-age=31536000; samesite=lax`
}

/** Shows the theme at once and remembers it for the server's next page. */
export function chooseTheme(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  keep('theme', theme)
  readBoot().theme = theme
}

/** Remembers the language; the page is asked for again, so that all of it, the article included, speaks it. */
export function chooseLanguage(language: Language) {
  keep('lang', language)
  location.reload()
}

export const isDark = () =>
  document.documentElement.dataset['theme'] === 'dark' ||
  (document.documentElement.dataset['theme'] !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)

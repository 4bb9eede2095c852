import type { Language } from '@sheaf/contract'

/** What is said to the operator, side by side. */
export type Bilingual = Record<Language, string>

/** The language of the terminal, asked in the order POSIX gives. */
export const languageOf = (env: Record<string, string | undefined>): Language =>
  (env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '').toLowerCase().startsWith('zh') ? 'zh' : 'en'

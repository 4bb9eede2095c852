export type Language = 'en' | 'zh'

type Environment = Record<string, string | undefined>

/** The language of the terminal, from the environment variables in POSIX order. */
export const languageOf = (env: Environment): Language =>
  (env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '').toLowerCase().startsWith('zh') ? 'zh' : 'en'

export const isLanguage = (text: string): text is Language => text === 'en' || text === 'zh'

/** The languages of the output; English is used where a text is missing. */
const codes = ['en', 'zh'] as const
export type Language = (typeof codes)[number]

type Environment = Record<string, string | undefined>

/** The language of the terminal, from the environment variables in POSIX order. */
export const languageOf = (env: Environment): Language =>
  codes.find((code) => (env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '').toLowerCase().startsWith(code)) ?? 'en'

export const isLanguage = (text: string): text is Language => codes.some((code) => code === text)

export const inLanguage = <T>(texts: { en: T } & { [L in Language]?: T }, language: Language): T => texts[language] ?? texts.en

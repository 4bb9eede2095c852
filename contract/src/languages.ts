/** What code must know of a language, apart from its texts. */
interface LanguageFacts {
  /** BCP 47 tag: HTML, plural forms, digits, sorting. */
  tag: string
  /** The tag with a region: HTTP requests, digit groups, documents. */
  region: string
  /** Locale of relative times and month names. */
  dates: string
  /** Its name for its speakers. */
  name: string
  /** Between the entries of a list. */
  comma: string
  /** Between a name and its value. */
  colon: string
  /** After a sentence that another one follows. */
  stop: string
  /** Date patterns: {year} {month} {day} have two digits or more, {m} and {d} as few as possible, {name} is the short name of the month. */
  moment: string
  day: string
  dayInYear: string
  dayInChart: string
  /** Short names of the months, for {name}. */
  months: readonly string[]
  /** The sign that is offered first in the currencies of a spreadsheet. */
  currency: string
  /** Written with Han characters: their font in Word documents. */
  han: boolean
  /** Its users see the links of the operator (Boot.links). */
  operatorLinks: boolean
  /** Suffix of the screenshots of the home page (scripts/pictures.mjs). */
  pictures: string
  /** The folder in docs/manual and docs/example that its users get, and the name of the example item. */
  manual: string
  exampleName: string
}

/** The languages of the product, by the code in the cookie and in file names. English is the source of all texts. */
export const languages = {
  en: {
    tag: 'en',
    region: 'en-US',
    dates: 'en-GB',
    name: 'English',
    comma: ', ',
    colon: ': ',
    stop: '. ',
    moment: '{d} {name} {year}, {clock}',
    day: '{d} {name} {year}',
    dayInYear: '{d} {name}',
    dayInChart: '{d} {name}',
    months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
    currency: '$',
    han: false,
    operatorLinks: false,
    pictures: '',
    manual: 'en',
    exampleName: 'Order Service API (example)',
  },
  zh: {
    tag: 'zh-CN',
    region: 'zh-CN',
    dates: 'zh-CN',
    name: '中文',
    comma: '、',
    colon: '：',
    stop: '。',
    moment: '{year}-{month}-{day} {clock}',
    day: '{year} 年 {m} 月 {d} 日',
    dayInYear: '{m} 月 {d} 日',
    dayInChart: '{month}-{day}',
    months: [],
    currency: '¥',
    han: true,
    operatorLinks: true,
    pictures: '-zh',
    manual: 'zh',
    exampleName: '订单服务接口（示例）',
  },
} as const satisfies Record<string, LanguageFacts>

export type Language = keyof typeof languages

export const codes = Object.keys(languages) as Language[]

/** The facts of a language, with the types that every language has. */
export const factsOf = (language: Language): LanguageFacts => languages[language]

type DatePattern = 'moment' | 'day' | 'dayInYear' | 'dayInChart'
interface DateParts {
  year: number
  month: number
  day: number
  clock?: string
  /** The short name of the month, if not the one in the table of languages. */
  name?: string
}

/** A date in the pattern of a language. No Intl: its formatter costs more than rendering an article. */
export function dateText(pattern: DatePattern, { year, month, day, clock = '', name }: DateParts, language: Language): string {
  const facts = factsOf(language)
  const parts: Record<string, string> = {
    year: String(year).padStart(4, '0'),
    month: String(month).padStart(2, '0'),
    day: String(day).padStart(2, '0'),
    m: String(month),
    d: String(day),
    clock,
    name: name ?? facts.months[month - 1] ?? '',
  }
  return facts[pattern].replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? '')
}

export const isLanguage = (text: unknown): text is Language => typeof text === 'string' && Object.hasOwn(languages, text)

/** The language that a cookie, an Accept-Language header or a locale of the system names; English if it is none of ours. */
export function languageIn(text: string): Language {
  const wanted = text.trim().toLowerCase()
  return codes.find((code) => wanted.startsWith(code)) ?? 'en'
}

/** Texts in a record: English, and other languages where they exist. */
export type InLanguages<T> = { readonly en: T } & { readonly [L in Language]?: T }
export const inLanguage = <T>(texts: InLanguages<T>, language: Language): T => texts[language] ?? texts.en

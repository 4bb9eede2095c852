import type { Language } from '../lib/language.ts'

/** The address of a page of this item as Markdown writes it; undefined while there is no such page. */
export type LinkTo = (place: string[], title: string) => string | undefined

/** A page as it should be. */
export interface TargetPage {
  place: string[]
  title: string
  number?: number | undefined
  /** What it is made from: a file, a table. */
  from: string
  text: (linkTo: LinkTo) => string
}

/** The page that says what was pushed: people read its text, the next run reads what stands hidden below. */
export interface RecordPage {
  place: string[]
  /** It is found under the title of either language and keeps the one it has. */
  titles: Record<Language, string>
  number: number
  text: (linkTo: LinkTo, language: Language) => string
}

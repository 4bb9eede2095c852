import type { Language } from '@sheaf/contract/errors'
import { createContext, useContext } from 'react'

type Entry = string | ((...values: never[]) => string)
type Matching<T> = { [K in keyof T]: T[K] extends (...values: infer V) => string ? (...values: V) => string : string }
export interface Bilingual<T> {
  en: T
  zh: Matching<T>
}

/**
 * The texts of a screen in English and Chinese; a missing key does not compile.
 * A text with values is a function: `found: (n: number) => plural(n, 'page', 'pages')`.
 */
export const words = <T extends Record<string, Entry>>(both: Bilingual<T>): Bilingual<T> => both

export const LanguageContext = createContext<Language>('en')
export const useLanguage = () => useContext(LanguageContext)
export const useWords = <T>(both: Bilingual<T>): T => both[useLanguage()] as T

/** "1 page", "2 pages". */
export const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`

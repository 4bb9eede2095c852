import { codes, factsOf, type Language } from '@sheaf/contract/languages'
import { createContext, useContext } from 'react'
import { formatMessage, parseMessage, type Value } from './message.ts'

/** A text, or a message and the names of its values in the order of the parameters. */
type Entry = string | readonly [message: string, ...names: string[]]
export type Entries = Record<string, Entry>

type ValueOf<M, N extends string> = M extends `${string}{${N}, list${string}`
  ? readonly string[]
  : M extends `${string}{${N}, plural,${string}` | `${string}{${N}, number}${string}`
    ? number
    : string | number
type ValuesOf<M, N extends readonly string[]> = { [I in keyof N]: ValueOf<M, N[I]> }

/** The texts as a screen uses them: a message is a function of its values. */
export type Texts<T> = {
  [K in keyof T]: T[K] extends readonly [infer M, ...infer N extends string[]] ? (...values: ValuesOf<M, N>) => string : string
}

/** A name that the message does not contain becomes `never`, which does not compile. */
type Used<M, N extends readonly string[]> = { [I in keyof N]: M extends `${string}{${N[I]}${'}' | ','}${string}` ? N[I] : never }
type Checked<T> = {
  [K in keyof T]: T[K] extends readonly [infer M, ...infer N extends string[]] ? readonly [M, ...Used<M, N>] : T[K]
}

/** The texts of one table, by language. The build puts one language there, or all of them for the server and for tests. */
type TextsByLanguage = Partial<Record<Language, Entries>>

/** The texts of each language: `itemsWords.en`, `itemsWords[language]`. */
export type Words<T> = Readonly<Record<Language, T>>
interface Built {
  id: string
  texts: TextsByLanguage
}

/** The texts of languages that were chosen after the page was loaded, by the id of their table. */
const loaded: Record<string, TextsByLanguage> = {}

/** Loads all texts of a language, which the scripts of this page do not contain. */
export async function loadTexts(address: string) {
  const { default: texts } = (await import(/* @vite-ignore */ address)) as { default: typeof loaded }
  Object.assign(loaded, texts)
}

type AnyText = string | ((...values: Value[]) => string)

function textOf(entry: Entry, language: Language): AnyText {
  if (typeof entry === 'string') return entry
  const [message, ...names] = entry
  let parts: ReturnType<typeof parseMessage> | undefined
  return (...values) => {
    parts ??= parseMessage(message)
    return formatMessage(parts, Object.fromEntries(names.map((name, at) => [name, values[at] ?? ''])), factsOf(language))
  }
}

/** The texts in `language`; a text that it lacks is in another language, usually in English. */
function textsIn(language: Language, all: TextsByLanguage): Record<string, AnyText> {
  const texts: Record<string, AnyText> = {}
  for (const code of [...codes.filter((code) => code !== language), language]) {
    for (const [key, entry] of Object.entries(all[code] ?? {})) texts[key] = textOf(entry, code)
  }
  return texts
}

/**
 * A table of texts. The English ones are its source and are written here; each other language is a file next to
 * this one (`items.words.ts`, `items.zh.json`), which the build adds (web/vite-words.ts).
 * A text with values is a message and their names: `found: ['{n, plural, one {# page} other {# pages}} found', 'n']`.
 */
export function words<const T extends Entries>(
  english: T & Checked<T>,
  built: Built = { id: '', texts: { en: english } },
): Words<Texts<T>> {
  const table = {}
  const made: Partial<Record<Language, Record<string, AnyText>>> = {}
  for (const language of codes) {
    const get = () => (made[language] ??= textsIn(language, { ...built.texts, ...loaded[built.id] }))
    Object.defineProperty(table, language, { get, enumerable: true })
  }
  return table as Words<Texts<T>>
}

export const LanguageContext = createContext<Language>('en')
export const useLanguage = () => useContext(LanguageContext)
export const useWords = <T>(table: Words<T>): T => table[useLanguage()]

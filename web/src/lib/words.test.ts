import { expect, it } from 'vitest'

type Entry = string | ((...values: never[]) => string)
type Both = { en: Record<string, Entry>; zh: Record<string, Entry> }

const modules = import.meta.glob<Record<string, unknown>>('../**/*.words.ts', { eager: true })
const isBoth = (given: unknown): given is Both => typeof given === 'object' && given !== null && 'en' in given && 'zh' in given
const all = Object.entries(modules).map(([file, module]) => [file.slice(3), Object.values(module).filter(isBoth)] as const)

const HANZI = /[\u3400-\u9fff]/
/** Western punctuation next to a Chinese character. */
const MIXED = /[\u3400-\u9fff] ?[,;:!?]|[\u3400-\u9fff]\.$|[,;!?] ?[\u3400-\u9fff]/
const letters = (text: string) => text.replace(/\P{L}/gu, '').toLowerCase()
/** The text contains only values, as in "3 / 12". */
const isBare = (source: string) => source.includes('`') && letters(source.replace(/\$\{[^}]*\}/g, '').replace(/^[^`]*|[^`]*$/g, '')) === ''

/** Texts that are missing in one language or written in the wrong one. Texts with values are checked by their source. */
function wrongIn({ en, zh }: Both) {
  return Object.keys({ ...en, ...zh }).flatMap((key) => {
    const [english, chinese] = [String(en[key] ?? ''), String(zh[key] ?? '')]
    // The button that switches the language is labelled in the other language.
    if (key === 'otherLanguage') return []
    const isName = letters(english) === letters(chinese) || (typeof zh[key] === 'function' && isBare(chinese))
    const fine = english && chinese && !HANZI.test(english) && (HANZI.test(chinese) || isName)
    return fine && !(typeof zh[key] === 'string' && MIXED.test(chinese)) ? [] : `${key}: ${english} | ${chinese}`
  })
}

it('finds the texts of all screens', () => {
  expect(all.length).toBeGreaterThan(40)
  expect(all.filter(([, sets]) => sets.length === 0).map(([file]) => file)).toEqual([])
})

it.each(all)('all texts of %s exist in English and in Chinese, unmixed', (_file, sets) => {
  expect(sets.flatMap(wrongIn)).toEqual([])
})

import { inLanguage, type Language } from '@sheaf/contract/languages'
import type { Change } from '../changes.ts'
import type { TableChange } from '../tables/changes.ts'
import { isTableRule } from '../tables/rules.ts'
import { tableSentence } from '../tables/sentence.ts'
import { chinese } from './chinese.ts'
import { english } from './english.ts'
import { placeIn } from './place.ts'

/** Longer values and paths are cut in a sentence. */
const VALUE_MAX = 80
const PATH_MAX = 200

/** Characters that cannot be seen, or that change the order of what is around them, are written as codes. */
const visible = (text: string): string =>
  text
    .replace(/[\s\u2028\u2029]+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, (sign) => `\\u${sign.codePointAt(0)!.toString(16).padStart(4, '0')}`)
    .trim()

function short(text: string, limit: number): string {
  const cut = text.slice(0, limit * 2)
  const shown = visible(cut)
  return shown.length > limit || cut.length < text.length
    ? `${shown
        .slice(0, limit)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`
    : shown
}

type ChangeFacts<Any extends Change | TableChange> = Pick<Any, 'kind' | 'label' | 'rule' | 'path' | 'before' | 'after'>

const isOfCall = (change: ChangeFacts<Change> | ChangeFacts<TableChange>): change is ChangeFacts<Change> => !isTableRule(change.rule)

/**
 * A change as a sentence: “POST /orders: `quantity` became required”. The text is plain, without line breaks, and of bounded length; it
 * is no Markdown and no HTML.
 */
export function changeText(change: ChangeFacts<Change> | ChangeFacts<TableChange>, language: Language): string {
  const words = inLanguage({ en: english, zh: chinese }, language)
  const label = change.label === '' ? '' : `${short(change.label, PATH_MAX)}${words.colon}`
  if (!isOfCall(change)) {
    const facts = { path: short(change.path, PATH_MAX), before: short(change.before, VALUE_MAX), after: short(change.after, VALUE_MAX) }
    return label + tableSentence(change.rule, facts, language)
  }
  const isCall = change.kind === 'operation' || change.kind === 'webhook'
  const path = short(change.path, PATH_MAX)
  const subject = path === '' ? words.whole[change.kind] : words.subject(isCall ? placeIn(path) : { kind: 'field', path })
  const sentence = words.rules[change.rule]({ subject, before: short(change.before, VALUE_MAX), after: short(change.after, VALUE_MAX) })
  if (change.label === '') return sentence.charAt(0).toUpperCase() + sentence.slice(1)
  return label + sentence
}

import type { Language } from '@sheaf/contract/errors'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/* What a text stands for, told by the name of its field; the first that fits counts. Texts under other names stay as they are. */
const texts: [RegExp, string, string?][] = [
  [/e?_?mail$/i, '@email'],
  [/(phone|mobile|tel)(_?(no|number))?$/i, '1@string(number, 10)'],
  [/^(uu|gu)id$/i, '@guid'],
  [/(^|_)ip(_?addr(ess)?)?$/i, '@ip'],
  [/(url|link|href|website)$/i, '@url(https)'],
  [/(avatar|image|img|picture|photo|icon|logo)$/i, '@image(100x100)'],
  [/^(nick|real|full|user|author|member|owner|customer|contact)?_?name$|^(author|owner|customer|contact)$/i, '@name', '@cname'],
  [/title$|subject$/i, '@title(2, 4)', '@ctitle(4, 8)'],
  [/(desc(ription)?|remark|comment|content|summary|note)s?$/i, '@sentence(4, 8)', '@csentence(8, 16)'],
  [/city$/i, '@city'],
  [/province$/i, '@province'],
  [/addr(ess)?$/i, '@county(true)'],
]
const moments: [RegExp, string][] = [
  [/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?$/, '@datetime'],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/, '@datetime(yyyy-MM-ddTHH:mm:ss)Z'],
  [/^\d{4}-\d\d-\d\d$/, '@date'],
  [/^\d\d:\d\d:\d\d$/, '@time'],
]

function textFor(name: string, value: string, language: Language) {
  // Empty means something, and a placeholder is written there already.
  if (value === '' || /^@/.test(value)) return value
  const moment = moments.find(([looks]) => looks.test(value))
  if (moment) return moment[1]
  const [, en, zh] = texts.find(([called]) => called.test(name)) ?? []
  return (language === 'zh' ? (zh ?? en) : en) ?? value
}

/**
 * An example answer with rules in it: rows of objects are repeated, their ids count up, yes and no take turns, and texts
 * under well-known names are made up. Numbers and everything else stay, for nobody can tell what they mean.
 */
export function varied(value: Json, language: Language, inRows = false): Json {
  if (Array.isArray(value)) return value.map((one) => varied(one, language))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => property(name, one, language, inRows)))
}

function property(name: string, value: Json, language: Language, inRows: boolean): [string, Json] {
  // A rule is written there already.
  if (name.includes('|')) return [name, value]
  if (Array.isArray(value)) {
    const [first] = value
    const areRows = first !== null && typeof first === 'object' && !Array.isArray(first)
    return areRows ? [`${name}|3-6`, [varied(first, language, true)]] : [name, varied(value, language)]
  }
  if (typeof value === 'string') return [name, textFor(name, value, language)]
  if (typeof value === 'boolean') return [`${name}|1`, value]
  if (typeof value === 'number') return inRows && name === 'id' ? [`${name}|+1`, value] : [name, value]
  return [name, varied(value, language)]
}

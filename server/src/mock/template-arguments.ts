import type { Made } from './random-basic.ts'

const SIMPLE = /\s*(?:(-?\d+(?:\.\d+)?)|(true|false|null)|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(\[)|(\])|(,))\s*/sy

const unescaped = (text: string) => text.replace(/\\(.)/gs, '$1')

/**
 * What stands between the brackets of `@string("lower", 5)`: numbers, texts, true, false, null and lists of them. It is only ever
 * read, never run. What is none of these counts as texts between commas: `@date(yyyy-MM-dd)`.
 */
export function argumentsOf(text: string): Made[] {
  if (text.trim() === '') return []
  return literals(text) ?? text.split(/,\s*/)
}

function literals(text: string): Made[] | undefined {
  const lists: Made[][] = [[]]
  let wanted = true
  SIMPLE.lastIndex = 0
  while (SIMPLE.lastIndex < text.length) {
    const [, number, word, double, single, open, close, comma] = SIMPLE.exec(text) ?? []
    const list = lists.at(-1) as Made[]
    if (comma) {
      if (wanted) return undefined
      wanted = true
      continue
    }
    if (close) {
      if (lists.length === 1 || (wanted && list.length)) return undefined
      lists.pop()
      wanted = false
      continue
    }
    if (!wanted) return undefined
    wanted = false
    if (number !== undefined) list.push(Number(number))
    else if (word) list.push(word === 'null' ? null : word === 'true')
    else if (double !== undefined || single !== undefined) list.push(unescaped((double ?? single) as string))
    else if (open && lists.length < 8) {
      const inner: Made[] = []
      list.push(inner)
      lists.push(inner)
      wanted = true
    } else return undefined
  }
  return lists.length === 1 && !wanted ? lists[0] : undefined
}

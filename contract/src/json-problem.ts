import { type InLanguages, inLanguage, type Language } from './languages.ts'

type Expected = 'value' | 'name' | 'colon' | 'comma' | 'end' | 'depth'

/** The first position where a text is not valid JSON, and what is expected there. Line and column count from 1. */
export interface JsonProblem {
  line: number
  column: number
  expected: Expected
}

const SPACE = /[ \t\r\n]*/y
const TOKEN =
  /(?:([{[])|([}\]])|([:,])|("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w))/y

const placeOf = (text: string, at: number, expected: Expected): JsonProblem => {
  const prefix = text.slice(0, at)
  const line = prefix.split('\n').length
  return { line, column: at - (prefix.lastIndexOf('\n') + 1) + 1, expected }
}

/** JSON.parse reports different positions in different engines, or none. This function reports the same one everywhere. */
export function jsonProblem(text: string, depth = 32): JsonProblem | undefined {
  const open: string[] = []
  let expected: Expected = 'value'
  let mayClose = false
  let at = 0
  for (;;) {
    SPACE.lastIndex = at
    SPACE.exec(text)
    at = SPACE.lastIndex
    if (at >= text.length) return expected === 'end' ? undefined : placeOf(text, at, expected)
    TOKEN.lastIndex = at
    const [, opens, closes, separator, string] = TOKEN.exec(text) ?? []
    const end = TOKEN.lastIndex
    const wrong = placeOf.bind(undefined, text, at, expected)
    if (end === 0) return wrong()
    if (closes) {
      if (!mayClose || open.pop() !== (closes === '}' ? '{' : '[')) return wrong()
    } else if (expected === 'colon' || expected === 'comma') {
      if (separator !== (expected === 'colon' ? ':' : ',')) return wrong()
      expected = expected === 'comma' && open.at(-1) === '{' ? 'name' : 'value'
      mayClose = false
      at = end
      continue
    } else if (separator || expected === 'end' || (expected === 'name' && string === undefined)) return wrong()
    if (opens) {
      if (open.length >= depth) return placeOf(text, at, 'depth')
      open.push(opens)
      expected = opens === '{' ? 'name' : 'value'
      mayClose = true
    } else if (expected === 'name' && !closes) {
      expected = 'colon'
      mayClose = false
    } else {
      expected = open.length ? 'comma' : 'end'
      mayClose = open.length > 0
    }
    at = end
  }
}

const words: Record<Expected, InLanguages<string>> = {
  value: { en: 'a value is expected', zh: '此处应为一个值' },
  name: { en: 'a name in double quotes is expected', zh: '此处应为双引号括起的名称' },
  colon: { en: 'a colon is missing', zh: '缺少冒号' },
  comma: { en: 'a comma or a closing bracket is missing', zh: '缺少逗号或右括号' },
  end: { en: 'nothing may follow here', zh: '此处不应再有内容' },
  depth: { en: 'it is nested too deeply', zh: '嵌套层数过多' },
}

const position: InLanguages<(line: number, column: number) => string> = {
  en: (line, column) => `line ${line}, column ${column}: `,
  zh: (line, column) => `第 ${line} 行第 ${column} 列，`,
}

export const jsonProblemMessage = ({ line, column, expected }: JsonProblem, language: Language) =>
  inLanguage(position, language)(line, column) + inLanguage(words[expected], language)

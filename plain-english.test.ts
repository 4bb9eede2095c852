import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/*
 * Comments, names of tests and documents use the standard words of the field. A word of this list is private language or an idiom:
 * write what happens, to what, and by whom (a user, the server, a request).
 */
const refused = [
  'whoever|whomever|nobody|somebody|anew|afresh|whatever|wherever|so many|of before|(?:came|comes|come) along|next to nothing|at its word',
  'told|tells|lies|stands|stood|beside|besides|hears|heard|mend|mends|mended|mending|puts? away',
  'riddles?|patience|handfuls?|deeds?|sitting|belongings?|neighbours?|neighbors?|keepers?|strangers?',
]
const WORDS = new RegExp(String.raw`(?<![\w-])(?:${refused.join('|')})(?![\w-])`, 'gi')

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' }).split('\n')
const isOurs = (file: string) => !/^testdata\/|^plain-english\.test\.ts$|^package-lock/.test(file)
const code = files.filter((file) => isOurs(file) && /\.(?:tsx?|mjs|js|css)$/.test(file))
const documents = files.filter((file) => isOurs(file) && /\.md$/.test(file) && !/zh/.test(file))

const blank = (text: string) => text.replace(/[^\n]/g, ' ')
/** Code inside a comment or a document, and what is quoted: names of files, keys and texts of the screen. */
const quoted = /```[\s\S]*?```|`[^`\n]*`|"[^"\n]*"|“[^”\n]*”|\]\([^)\n]*\)/g

/** The comments of a file, in their lines; strings are skipped, since they can contain the signs of a comment. */
function commentsOf(text: string) {
  let out = blank(text)
  for (const { 0: part, index } of text.matchAll(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ [^\n]*/g))
    if (part.startsWith('/')) out = out.slice(0, index) + part.replace(quoted, blank) + out.slice(index + part.length)
  return out
}

/** The first argument of it, test, describe, story and similar functions. */
const titlesOf = (text: string) =>
  [
    ...text.matchAll(
      /(?<![\w.])(?:it|test|describe|story|onEachDatabase|onOneDatabase)(?:\.\w+|\.each\((?:[^()]|\([^()]*\))*\))*\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g,
    ),
  ].map(({ 2: title = '', index }) => ({ title, line: text.slice(0, index).split('\n').length }))

/** Names that clients, databases and users of the commands know. */
const FIXED = new Set([
  'not_told',
  'is_told',
  'told_due',
  'told_step',
  'riddle',
  'tells',
  'anew',
  'directoryNobody',
  'providerNobody',
  'outsideNobody',
])
const NAME_WORDS = new RegExp(`^(?:${refused.join('|')})$`, 'i')

/** The names in code, without strings and comments. */
const namesIn = (text: string) =>
  text
    .replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ [^\n]*/g, blank)
    .replace(/`(?:\\.|\$\{|[^`\\])*?`/g, (part) => [...part.matchAll(/\$\{([^{}`]*)\}/g)].map(([, inner]) => inner).join(' '))
    .match(/[A-Za-z_]\w*/g) ?? []

const refusedIn = (text: string) =>
  text.split('\n').flatMap((line, at) => [...line.matchAll(WORDS)].map(([word]) => `${at + 1}: ${word} in "${line.trim().slice(0, 120)}"`))

describe('plain English', () => {
  it('is the language of comments', () => {
    const found = code.flatMap((file) => refusedIn(commentsOf(readFileSync(file, 'utf8'))).map((where) => `${file}:${where}`))
    expect(found).toEqual([])
  })

  it('is the language of the names of tests', () => {
    const found = code
      .filter((file) => /\.test\.tsx?$/.test(file))
      .flatMap((file) =>
        titlesOf(readFileSync(file, 'utf8')).flatMap(({ title, line }) =>
          [...title.matchAll(WORDS)].map(([word]) => `${file}:${line}: ${word} in "${title}"`),
        ),
      )
    expect(found).toEqual([])
  })

  it('is the language of documents', () => {
    const found = documents.flatMap((file) =>
      refusedIn(readFileSync(file, 'utf8').replace(quoted, blank)).map((where) => `${file}:${where}`),
    )
    expect(found).toEqual([])
  })

  it('is the language of names in code', () => {
    const found = code
      .filter((file) => /\.(?:tsx?|mjs)$/.test(file))
      .flatMap((file) =>
        [...new Set(namesIn(readFileSync(file, 'utf8')))]
          .filter((name) => !FIXED.has(name) && name.split(/_|(?<=[a-z0-9])(?=[A-Z])/).some((word) => NAME_WORDS.test(word)))
          .map((name) => `${file}: ${name}`),
      )
    expect(found).toEqual([])
  })
})

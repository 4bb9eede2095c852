// The figures of the style sheets for npm run house: unused and undefined classes, media widths, repeated declarations.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './tools.mjs'

const read = (path) => readFileSync(join(root, path), 'utf8')
const list = (folder, name) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file) && !/\.test\.|\.given\.|(?:^|\/)test\//.test(file))
    .map((file) => join(folder, file))

/** The rules of a style sheet: selector, declarations, and the conditions around it. */
function rulesOf(text) {
  const rules = []
  const open = []
  let start = 0
  const clean = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
  for (const { 0: mark, index } of clean.matchAll(/"[^"]*"|[{};]/g)) {
    if (mark[0] === '"') continue
    const part = clean.slice(start, index).trim().replace(/\s+/g, ' ')
    if (mark === '{') open.push({ selector: part, declarations: [] })
    if (mark === ';' && part) open.at(-1)?.declarations.push(part)
    if (mark === '}') {
      const rule = open.pop()
      if (rule && !rule.selector.startsWith('@')) rules.push({ ...rule, around: open.map(({ selector }) => selector) })
    }
    start = index + 1
  }
  return rules
}

const sheets = list('web/src', /\.css$/).map((path) => ({ path, text: read(path) }))
const rules = sheets.flatMap(({ path, text }) => rulesOf(text).map((rule) => ({ path, ...rule })))

/** Classes of libraries: CodeMirror, KaTeX, highlight.js and the spreadsheet component. */
const ofLibrary = /^(?:cm-|katex|hljs-)/
const spreadsheet = read('node_modules/@fortune-sheet/react/dist/index.js')
const sources = [
  'web/src',
  'markdown/src',
  'description/src/view',
  'description/src/tables',
  'server/src/page',
  'server/src/export',
  'server/src/reading',
]
  .flatMap((folder) => list(folder, /(?<!\.words)\.(?:tsx?|js)$/))
  .map(read)

/** Words in string literals, and the constant beginnings of composed words, such as `n${count}`. */
const words = new Set()
const beginnings = new Set()
for (const text of [...sources, spreadsheet])
  for (const [literal] of text.matchAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g)) {
    for (const [word] of literal.matchAll(/[\w-]+/g)) words.add(word)
    for (const [, beginning] of literal.matchAll(/([\w-]+)\$\{/g)) beginnings.add(beginning)
  }
const isComposed = (name) =>
  [...beginnings].some((beginning) => {
    const rest = name.slice(beginning.length)
    return name.startsWith(beginning) && (words.has(rest) || /^\d$/.test(rest))
  })
const isUsed = (name) => words.has(name) || ofLibrary.test(name) || isComposed(name)

const classesOf = (selector) => [...selector.replace(/"[^"]*"/g, '').matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name]) => name)
const defined = new Map()
for (const { path, selector } of rules) for (const name of classesOf(selector)) defined.set(name, path)
const unused = [...defined].filter(([name]) => !isUsed(name)).map(([name, path]) => `.${name} ${path}`)

/** Classes that elements have without a rule in a style sheet: names for tests and for selectors in scripts. */
const given = new Map()
for (const path of list('web/src', /\.tsx$/))
  for (const [, text] of read(path).matchAll(/className="([^"]+)"/g))
    for (const name of text.split(/\s+/)) if (!defined.has(name) && !ofLibrary.test(name)) given.set(name, path)

/** Custom properties that are defined but never used. */
const all = [...sheets.map(({ text }) => text), ...sources].join('\n')
const properties = new Set(rules.flatMap(({ declarations }) => declarations.flatMap((one) => /^--[\w-]+/.exec(one)?.[0] ?? [])))
const unusedProperties = [...properties].filter((name) => !new RegExp(`var\\(\\s*${name}\\b|['"\`]${name}['"\`]`).test(all))
/** Custom properties that are used without a default, and never defined. */
const usedProperties = new Set(sheets.flatMap(({ text }) => [...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name)))
const undefinedProperties = [...usedProperties].filter((name) => !properties.has(name) && !new RegExp(`['"\`]${name}['"\`]`).test(all))

/** Text in pixels, which does not follow the text size that users choose in their browser. */
const fixedText = rules.flatMap(({ path, selector, declarations }) =>
  declarations.filter((one) => /^(?:font(?:-size)?|line-height|--t-\d+):.*\dpx/.test(one)).map((one) => `${path} ${selector} ${one}`),
)

const widths = new Map()
for (const { path, text } of sheets)
  for (const [condition] of text.matchAll(/\((?:min|max)-width:[^)]*\)/g)) widths.set(condition, [...(widths.get(condition) ?? []), path])

/** Sets of three or more declarations that several rules have. */
const bodies = Map.groupBy(
  rules.filter(({ declarations }) => declarations.length >= 3),
  ({ declarations }) => [...declarations].sort().join('; '),
)
const repeated = [...bodies]
  .filter(([, same]) => same.length > 1)
  .map(([body, same]) => ({ body, places: same.map(({ path, selector }) => `${path} ${selector}`) }))

export const css = {
  files: sheets.length,
  lines: sheets.reduce((sum, { text }) => sum + text.trimEnd().split('\n').length, 0),
  rules: rules.length,
  unused,
  unusedProperties,
  undefinedProperties,
  fixedText,
  undefined: [...given].map(([name, path]) => `.${name} ${path}`),
  // The HTML of articles contains .i, the class of icons.
  short: [...defined].filter(([name]) => name.length === 1 && name !== 'i').map(([name, path]) => `.${name} ${path}`),
  widths: Object.fromEntries(widths),
  repeated: { lines: repeated.reduce((sum, { body, places }) => sum + (places.length - 1) * body.split('; ').length, 0), blocks: repeated },
}

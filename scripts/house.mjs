// npm run house: code metrics, explained in docs/house.md. --json prints them for house.test.ts, --where lists the repeated lines.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { css } from './house-css.mjs'
import { root } from './tools.mjs'

const parts = ['server', 'web', 'compare', 'contract', 'description', 'markdown', 'push']
const isTest = (file) => /\.test\.tsx?$|\.given\.tsx?$|\/test\//.test(file)
const files = parts.flatMap((part) =>
  readdirSync(join(root, part, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => {
      const path = join(part, 'src', name)
      return { part, path, lines: readFileSync(join(root, path), 'utf8').trimEnd().split('\n') }
    }),
)
const sources = files.filter(({ path }) => !isTest(path))
const count = (some) => some.reduce((sum, { lines }) => sum + lines.length, 0)

const lengths = sources.map(({ lines }) => lines.length).sort((a, b) => a - b)
const quantile = (share) => lengths[Math.min(lengths.length - 1, Math.floor(lengths.length * share))]
const longest = sources
  .map(({ path, lines }) => ({ path, lines: lines.length }))
  .sort((a, b) => b.lines - a.lines)
  .slice(0, 10)

/** The type `any`, not the word: annotations, casts and type arguments. Tests count as well. */
const anys = files.flatMap(({ path, lines }) =>
  lines.flatMap((line, at) => (/(?::|\bas|[<,&]|=>)\s*any\b(?=\s*(?:[,;)>\]|&=[{]|$))/.test(line) ? [`${path}:${at + 1}`] : [])),
)

/** Static imports and exports. The check of cycles with types also follows type-only statements. */
const statement = /^(?:import|export)\s+(type\s+)?(?:([^'";]*?)\s+from\s+)?'(\.[^']+\.tsx?)'/gm
const isType = (typed, names = '') =>
  typed !== undefined ||
  (/^\{[^}]*\}$/.test(names) &&
    names
      .slice(1, -1)
      .split(',')
      .every((name) => /^\s*(?:type\s|$)/.test(name)))
const importsOf = (wanted) =>
  new Map(
    sources.map(({ path, lines }) => [
      path,
      [...lines.join('\n').matchAll(statement)]
        .filter(([, typed, names]) => wanted(isType(typed, names)))
        .map(([, , , to]) => normalize(join(dirname(path), to))),
    ]),
  )
function cyclesOf(imports) {
  const done = new Set()
  const found = []
  const follow = (path, chain) => {
    if (chain.includes(path)) return void found.push([...chain.slice(chain.indexOf(path)), path].join(' > '))
    if (done.has(path)) return
    for (const to of imports.get(path) ?? []) follow(to, [...chain, path])
    done.add(path)
  }
  for (const path of imports.keys()) follow(path, [])
  return found
}

/** Lines of a function without the functions inside it. The indentation of the formatter shows where a function ends. */
const opens =
  /^\s*(?:export |async |static |private |readonly |get |set )*(?:function\b.*|\*?#?\w+\(.*\)(?:: .*)?|(?:const \w+|\w+:|.*\(|return|on\w+=).*=>) [{(]$/
function functionsOf({ path, lines }) {
  const all = []
  const open = []
  for (const [at, line] of lines.entries()) {
    const indent = line.search(/\S/)
    if (indent < 0) continue
    while (open.length && /^\s*[})]/.test(line) && open.at(-1).indent >= indent) {
      const one = open.pop()
      one.end = at
      if (open.length && at - one.start > 0) open.at(-1).inner += at - one.start + 1
    }
    if (!opens.test(line) || /^\s*(?:if|for|while|switch|\} else|describe|it)\b/.test(line)) continue
    const one = { at: `${path}:${at + 1}`, start: at, indent, inner: 0 }
    all.push(one)
    open.push(one)
  }
  return all.filter(({ end }) => end).map(({ at, start, end, inner }) => ({ at, own: end - start + 1 - inner }))
}
const functions = sources.flatMap(functionsOf).sort((a, b) => b.own - a.own)

const RUN = 6
/** Identical runs of six or more lines. Blank lines, comments, imports and lone brackets do not count. */
function repeated() {
  const counted = sources.flatMap(({ path, lines }) => {
    const all = lines.map((line, at) => ({ text: line.trim().replace(/\s+/g, ' '), at }))
    return [{ path, code: all.filter(({ text }) => /\w/.test(text) && !/^(?:\/\/|\/?\*|import |\} from )/.test(text)) }]
  })
  const first = new Map()
  const again = new Map()
  for (const { path, code } of counted)
    for (let from = 0; from + RUN <= code.length; from++) {
      const run = code.slice(from, from + RUN)
      const key = run.map(({ text }) => text).join('\n')
      const original = first.get(key)
      if (!original) first.set(key, { path, at: run[0].at + 1 })
      else for (const { at } of run) again.set(`${path}:${at + 1}`, `${original.path}:${original.at}`)
    }
  return { again, total: counted.reduce((sum, { code }) => sum + code.length, 0) }
}
const { again, total } = repeated()
const share = (100 * again.size) / total

/** Files per folder, tests included. */
const sizes = new Map()
for (const { path } of files) sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1)
const folders = [...sizes].map(([folder, entries]) => ({ folder, entries })).sort((a, b) => b.entries - a.entries)

/** The files that other packages import by name. */
const exported = new Map(
  parts.flatMap((part) => {
    const { name, exports = {} } = JSON.parse(readFileSync(join(root, part, 'package.json'), 'utf8'))
    return Object.entries(exports).map(([key, file]) => [join(name, key), join(part, file)])
  }),
)
/** All imports of a source file: static and dynamic, of values and of types. */
const anyImport = /(?:from|import\()\s*'(\.[^']+\.tsx?|@sheaf\/[^']+)'/g
const fileOf = (path, to) => (to.startsWith('.') ? normalize(join(dirname(path), to)) : exported.get(to))
const edges = sources.flatMap(({ path, lines }) => {
  const targets = [...lines.join('\n').matchAll(anyImport)].map(([, to]) => fileOf(path, to))
  return [...new Set(targets)].filter((to) => to !== undefined).map((to) => [path, to])
})
const importers = Map.groupBy(edges, ([, to]) => to)
const fragments = sources.filter(({ path, lines }) => lines.length < 40 && importers.get(path)?.length === 1)

/** Modules that import each other: neither can be understood alone. */
const moduleOf = (path) => path.split('/').slice(0, 3).join('/')
const moduleEdges = new Set(edges.map(([from, to]) => `${moduleOf(from)} ${moduleOf(to)}`))
const pairs = [...moduleEdges].filter((pair) => {
  const [one, other] = pair.split(' ')
  return one < other && !/\.tsx?$/.test(pair) && !/\.tsx? /.test(pair) && moduleEdges.has(`${other} ${one}`)
})

const casts = (pattern) => sources.reduce((sum, { lines }) => sum + lines.filter((line) => pattern.test(line)).length, 0)
const tested = parts.map((part) => {
  const own = files.filter((file) => file.part === part)
  const [test, source] = [count(own.filter(({ path }) => isTest(path))), count(own.filter(({ path }) => !isTest(path)))]
  return { part, source, test, ratio: test / source }
})

const figures = {
  files: { count: sources.length, lines: count(sources), median: quantile(0.5), p95: quantile(0.95), longest },
  any: anys,
  cycles: cyclesOf(importsOf((type) => !type)),
  typeCycles: cyclesOf(importsOf(() => true)),
  functions: {
    over60: functions.filter(({ own }) => own > 60).length,
    longest: functions.slice(0, 10).map(({ at, own }) => ({ at, own })),
  },
  folders: folders.slice(0, 5),
  fragments: { count: fragments.length, percent: Number(((100 * fragments.length) / sources.length).toFixed(1)) },
  pairs,
  casts: { never: casts(/\bas never\b/), unknown: casts(/\bas unknown as\b/) },
  css,
  repeated: { lines: again.size, percent: Number(share.toFixed(2)) },
  tested,
}

if (process.argv.includes('--json')) console.log(JSON.stringify(figures))
else {
  const { files: size } = figures
  console.log(`source files        ${size.count}, ${size.lines} lines; median ${size.median}, 95th percentile ${size.p95}`)
  for (const { path, lines } of longest) console.log(`  ${String(lines).padStart(5)}  ${path}`)
  console.log(`functions           ${figures.functions.over60} with more than 60 lines of their own`)
  for (const { at, own } of figures.functions.longest) console.log(`  ${String(own).padStart(5)}  ${at}`)
  console.log(`any                 ${anys.length}${anys.map((at) => `\n         ${at}`).join('')}`)
  console.log(`import cycles       ${figures.cycles.length}${figures.cycles.map((cycle) => `\n         ${cycle}`).join('')}`)
  console.log(`  with types        ${figures.typeCycles.length}${figures.typeCycles.map((cycle) => `\n         ${cycle}`).join('')}`)
  console.log(`largest folders     ${figures.folders.map(({ folder, entries }) => `${entries} ${folder}`).join(', ')}`)
  console.log(`fragments           ${fragments.length} files below 40 lines with one importer (${figures.fragments.percent} %)`)
  console.log(`module pairs        ${pairs.length}${pairs.map((pair) => `\n         ${pair}`).join('')}`)
  console.log(`casts               ${figures.casts.never} as never, ${figures.casts.unknown} as unknown as`)
  console.log(`style sheets        ${css.files}, ${css.lines} lines, ${css.rules} rules`)
  for (const [title, names] of [
    ['unused classes', css.unused],
    ['unused properties', css.unusedProperties],
    ['one-letter classes', css.short],
    ['classes without rule', css.undefined],
  ])
    console.log(`  ${title.padEnd(20)} ${names.length}${names.map((name) => `\n         ${name}`).join('')}`)
  console.log(`  repeated           ${css.repeated.lines} lines in blocks of three or more declarations`)
  console.log(`repeated lines      ${again.size} of ${total} (${share.toFixed(2)} %)`)
  if (process.argv.includes('--where')) {
    for (const [at, original] of again) console.log(`         ${at}  as ${original}`)
    for (const { body, places } of css.repeated.blocks)
      console.log(`         ${body}${places.map((place) => `\n           ${place}`).join('')}`)
  }
  console.log('test lines per line of source')
  for (const { part, source, test, ratio } of tested) console.log(`  ${part.padEnd(9)} ${ratio.toFixed(2)}  (${test} : ${source})`)
}

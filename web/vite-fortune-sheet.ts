import type { Plugin } from 'vite'
import { ownColours } from './vite-fortune-sheet-css.ts'

const MENDED: [RegExp, string][] = [
  [
    /new Function\("d", "return d\.unshift\("\.concat\(arr\.join\(","\), "\)"\)\)\(d\)/g,
    'd.unshift(...arr.map((text) => JSON.parse(text)))',
  ],
  [
    /new Function\("d", "return d\.splice\("\.concat\(index, ", 0, "\)\.concat\(arr\.join\(","\), "\)"\)\)\(d\)/g,
    'd.splice(index, 0, ...arr.map((text) => JSON.parse(text)))',
  ],
  [
    /new Function\("d", "return d\.splice\("\.concat\(index \+ 1, ", 0, "\)\.concat\(arr\.join\(","\), "\)"\)\)\(d\)/g,
    'd.splice(index + 1, 0, ...arr.map((text) => JSON.parse(text)))',
  ],
  // Any text with the letters "table" was taken for a table, found to be none, and not pasted at all.
  [/txtdata\.indexOf\("table"\) > -1/g, '/<table[\\s>]/i.test(txtdata)'],
]

/** A page has one main part, and the cells stand in ours. */
const OVERLAY = 'createElement("main", {\n    className: "fortune-sheet-overlay"'

const MARKUP = /\.(innerHTML|outerHTML) = (?!cleanTable)([^;="][^;\n]*);/g

/** Its icons are drawn in greys of its own. */
const INK = /(fill|stroke): "#(?:525C6F|535A68|535B68|394259|262A33|424A59|272636)"/g

/**
 * The spreadsheet component is mended on the way into the build. It puts rows in by text that is run as a program, which our
 * Content-Security-Policy forbids. It hands texts of cells to innerHTML, where a text somebody else has saved could become markup:
 * every such place goes through a sanitiser. And it knows only its own colours. A build stops when a new version looks otherwise.
 */
export const fortuneSheet = (): Plugin => ({
  name: 'sheaf-fortune-sheet',
  enforce: 'pre',
  transform(code, id) {
    if (/@fortune-sheet[\\/]react[\\/]dist[\\/]index\.css$/.test(id.split('?')[0] ?? '')) return { code: ownColours(code), map: null }
    const part = /@fortune-sheet[\\/](core|react)[\\/]dist[\\/]index\.esm\.js$/.exec(id.split('?')[0] ?? '')?.[1]
    if (!part) return undefined
    let out = code.replace(INK, '$1: "currentColor"').replaceAll('backgroundColor: "#E7E5EB"', 'backgroundColor: "var(--pressed)"')
    for (const [from, to] of part === 'core' ? MENDED : []) {
      if (!from.test(out)) this.error(`${id}: what was to be replaced is not there: ${from}`)
      out = out.replace(from, to)
    }
    if (part === 'react') {
      if (!out.includes(OVERLAY)) this.error(`${id}: the cells are not where they were`)
      out = out.replace(OVERLAY, OVERLAY.replace('main', 'div'))
    }
    const sinks = out.match(MARKUP)?.length ?? 0
    if (sinks < (part === 'core' ? 21 : 4)) this.error(`${id}: only ${sinks} places that write markup were found`)
    out = out.replaceAll('.innerHTML = txtdata;', '.innerHTML = cleanTable(txtdata);').replace(MARKUP, '.$1 = cleanMarkup($2);')
    if (/new Function\(|\beval\(/.test(out)) this.error(`${id}: runs text as a program`)
    return { code: `import { cleanMarkup, cleanTable } from ${JSON.stringify(CLEAN)};\n${out}`, map: null }
  },
})

const CLEAN = `${import.meta.dirname}/src/sheet/clean-markup.ts`

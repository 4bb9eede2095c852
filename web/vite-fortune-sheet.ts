import type { Plugin } from 'vite'
import { realButtons } from './vite-fortune-sheet-buttons.ts'
import { ownColours } from './vite-fortune-sheet-css.ts'

const CORE: [RegExp, string][] = [
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
  // The component takes any text with the letters "table" for a table, finds none and pastes nothing.
  [/txtdata\.indexOf\("table"\) > -1/g, '/<table[\\s>]/i.test(txtdata)'],
  // The button uses the same format as its menu, with a zero before the decimal point.
  [/"\.concat\(currency, " #\.00"\)/g, '".concat(currency, "0.00")'],
  [/window\.open\(linkAddress\)/g, 'window.open(linkAddress, "_blank", "noopener")'],
]

const REACT: [RegExp, string][] = [
  // A page has one <main>, and it belongs to the screen around the grid.
  [/createElement\("main", \{\n {4}className: "fortune-sheet-overlay"/g, 'createElement("div", {\n    className: "fortune-sheet-overlay"'],
  // Dialogs over the grid are dialogs of Sheaf.
  [/var Dialog = function Dialog\(/g, 'var Dialog = GridDialog;\nvar TheirDialog = function TheirDialog('],
  // These names are in Chinese in every language.
  [/\s+text: "\\u5408\\u5E76\\u5355\\u5143\\u683C",/g, ''],
  [/\s+text: "\\u8FB9\\u6846\\u8BBE\\u7F6E",/g, ''],
  [/"\\u88C1\\u526A"/g, 'locale(context).sheaf.crop'],
  [/"\\u6062\\u590D\\u539F\\u56FE"/g, 'locale(context).sheaf.original'],
  [/"\\u5220\\u9664"/g, 'locale(context).sheaf.remove'],
  [/"\\u5173\\u95ED"/g, 'locale(context).sheaf.close'],
  [/"\\u6536\\u8D77"/g, 'locale(context).sheaf.fold'],
  [/"Zoom settings"/g, 'locale(context).sheaf.zoom'],
  [
    /"aria-label": "".concat\(tooltip, ": "\).concat\(text !== undefined \? text : ""\)/g,
    '"aria-label": text === undefined ? tooltip : tooltip + ": " + text',
  ],
  [
    /"aria-label": "".concat\(tooltip, ": "\).concat\(info.Dropdown\)/g,
    '"aria-expanded": open,\n    "aria-label": tooltip + ": " + info.Dropdown',
  ],
  // Two adjacent labels that form one.
  [/rightclick\.row, rightclick\.height,/g, 'rightclick.rowHeight, " ",'],
  [/rightclick\.column, rightclick\.width,/g, 'rightclick.columnWidth, " ",'],
  // The form for sorting has a button that sorts, and none that leaves the cells as they are.
  [
    /className: "fortune-sort-button"\n {2}\}, /g,
    'className: "fortune-sort-button"\n  }, React.createElement("div", {\n    className: "button-basic button-close",\n    onClick: hideDialog\n  }, locale(context).button.cancel), ',
  ],
  // The default colours are black on black.
  [/textColor: "#000000",\s+cellColor: "#000000"/g, 'textColor: "#9c0006",\n      cellColor: "#ffc7ce"'],
  // The submenu opens from any part of its menu item, not only from the element under the pointer.
  [/var target = e\.target;\s+var menuItemRect = target/g, 'var target = e.currentTarget;\n    var menuItemRect = target'],
  // The component adds a full-width colon after every label.
  [/, "\\uFF1A"(?=[,)])/g, ''],
]

/** Expected number of buttons that become <button> elements (vite-fortune-sheet-buttons.ts). */
const BUTTONS = 33

const MARKUP = /\.(innerHTML|outerHTML) = (?!cleanTable)([^;="][^;\n]*);/g

/** Fixed greys of the component's icons. */
const INK = /(fill|stroke): "#(?:525C6F|535A68|535B68|394259|262A33|424A59|272636)"/g
/** The grey of the lines of an icon that its name does not mean. Without it, all icons of borders look the same in the dark theme. */
const FAINT = /stroke: "#CCCED2"/g

/**
 * Patches the spreadsheet component during the build. The component inserts rows with code built from strings, which the
 * Content-Security-Policy forbids. It writes cell texts of other users to innerHTML; every such place goes through a sanitiser.
 * It also has only its own colours. The build fails when a new version of the component no longer matches these patches.
 */
export const fortuneSheet = (): Plugin => ({
  name: 'sheaf-fortune-sheet',
  enforce: 'pre',
  transform(code, id) {
    if (/@fortune-sheet[\\/]react[\\/]dist[\\/]index\.css$/.test(id.split('?')[0] ?? '')) return { code: ownColours(code), map: null }
    const part = /@fortune-sheet[\\/](core|react)[\\/]dist[\\/]index\.esm\.js$/.exec(id.split('?')[0] ?? '')?.[1]
    if (!part) return undefined
    let out = code
      .replace(INK, '$1: "currentColor"')
      .replace(FAINT, 'stroke: "currentColor", strokeOpacity: "0.3"')
      .replaceAll('backgroundColor: "#E7E5EB"', 'backgroundColor: "var(--pressed)"')
    for (const [from, to] of part === 'core' ? CORE : REACT) {
      if (!from.test(out)) this.error(`${id}: what was to be replaced is not there: ${from}`)
      out = out.replace(from, to)
    }
    if (part === 'react') {
      const { count, code: withButtons } = realButtons(out)
      if (count !== BUTTONS) this.error(`${id}: ${count} buttons were found`)
      out = withButtons
    }
    const sinks = out.match(MARKUP)?.length ?? 0
    if (sinks < (part === 'core' ? 21 : 4)) this.error(`${id}: only ${sinks} places that write markup were found`)
    out = out.replaceAll('.innerHTML = txtdata;', '.innerHTML = cleanTable(txtdata);').replace(MARKUP, '.$1 = cleanMarkup($2);')
    if (/new Function\(|\beval\(/.test(out)) this.error(`${id}: runs text as a program`)
    const dialog = part === 'react' ? `import { GridDialog } from ${JSON.stringify(DIALOG)};\n` : ''
    return { code: `import { cleanMarkup, cleanTable } from ${JSON.stringify(CLEAN)};\n${dialog}${out}`, map: null }
  },
})

const DIALOG = `${import.meta.dirname}/src/sheet/grid/grid-dialog.tsx`
const CLEAN = `${import.meta.dirname}/src/sheet/grid/clean-markup.ts`

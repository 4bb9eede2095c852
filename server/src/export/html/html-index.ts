import type { ExportSource } from '../export.source.ts'
import { documentOf } from './html-document.ts'
import { safe } from './html-text.ts'
import { htmlWords } from './html-words.ts'

/** The contents as nested lists, so that the folder is read without scripts too. */
function* list(nodes: ExportSource['nodes']) {
  let depth = 0
  for (const { kind, id, title, level } of nodes) {
    for (; depth > level; depth--) yield '</ul></li>'
    for (; depth < level; depth++) yield '<ul>'
    yield kind === 'page' ? `<li><a href="pages/${id}.html">${safe(title)}</a></li>\n` : `<li><b>${safe(title)}</b><ul>`
    if (kind === 'catalog') depth++
  }
  for (; depth > 1; depth--) yield '</ul></li>'
  if (depth) yield '</ul>'
}

const MARK = '<!-- contents -->'

/** index.html: what the item is, and all that is in it. */
export function* indexDocument({ item, nodes, language }: ExportSource, date: string): Generator<string> {
  const t = htmlWords[language]
  const about = item.item_description ? `<p class="about">${safe(item.item_description)}</p>\n` : ''
  const when = `<p class="when">${t.exported.replace('{date}', date)}</p>`
  const main = `<div class="cover"><h1 class="title">${safe(item.item_name)}</h1>\n${about}${when}</div>\n<div class="contents">${MARK}</div>`
  const whole = documentOf({ title: item.item_name, item_name: item.item_name, language, root: '', page_id: 0, main })
  const [before = '', after = ''] = whole.split(MARK)
  yield before
  if (nodes.length === 0) yield `<p>${t.empty}</p>`
  yield* list(nodes)
  yield after
}

/** What the reader's script knows of the folder. */
export function* treeScript({ item, nodes, language }: ExportSource, shards: number): Generator<string> {
  const head = { item: item.item_name, words: htmlWords[language], shards }
  yield `var sheaf=${JSON.stringify(head).slice(0, -1)},"nodes":[\n`
  let comma = ''
  for (const { kind, id, title, parent } of nodes) {
    yield `${comma}${JSON.stringify([kind === 'page' ? 1 : 0, id, title, parent])}`
    comma = ',\n'
  }
  yield ']};\n'
}

import { coverageOf } from '../tables/coverage.ts'
import { columnPath } from '../tables/dictionary.ts'
import type { WordedTable } from '../tables/words.ts'
import { At } from './at.ts'
import { driftHtml } from './drift.ts'
import { fenceOf, type Html, html, nothing } from './html.ts'
import {
  bounded,
  closing,
  code,
  diagramOf,
  enumsHtml,
  heading,
  link,
  meter,
  rowOf,
  sign,
  type TablePlace,
  valuesOf,
  wordsOf,
} from './table-rows.ts'

type Column = WordedTable['columns'][number]

function columnRow(at: TablePlace, column: Column): Html {
  const { t } = at
  const { name, type, nullable, computed, counted, key, to = [], values, needsNoWords, comment, ours } = column
  const keySign = key === 'primary' ? sign(t.primaryShort, t.primary) : key === 'unique' ? sign(t.unique, t.unique) : nothing
  const isDescribed = comment.trim() !== '' || ours !== undefined
  const quiet = [
    ...to.map((one) => html`→ ${link(one.table)}${one.column && html` (<bdi>${one.column}</bdi>)`}`),
    ...(nullable ? [html`${t.nullable}`] : []),
    ...(counted ? [html`${t.counted}`] : []),
    ...(computed === undefined ? [] : [html`${t.computed}${computed && html` ${code(computed)}`}`]),
    ...(column.default === undefined ? [] : [html`${t.preset} ${code(column.default)}`]),
    ...(needsNoWords && !isDescribed ? [html`${t.needsNoWords}`] : []),
  ]
  const row = rowOf(at, {
    ...{ anchor: name, path: columnPath(name), comment, ours, quiet },
    name: html`<bdi>${name}</bdi>`,
    type: html`<bdi>${type}</bdi>${keySign}${to.length > 0 && sign(t.foreignShort, t.foreign)}`,
    ...(isDescribed || needsNoWords ? {} : { invite: t.describe }),
  })
  return values ? html`${row.slice(0, -1)}${closing(row, valuesOf(at, values))}` : row
}

const isWritable = (name: string) => name !== '' && !/[`\r\n]/.test(name)
const named = (of: 'index' | 'key', name: string) => (isWritable(name) ? `${of}:${columnPath(name)}` : '')

function related(at: TablePlace, view: WordedTable): Html {
  const { t } = at
  const { foreignKeys, referencedBy, diagram } = view
  if (foreignKeys.length === 0 && referencedBy.length === 0 && diagram.links.length === 0) return nothing
  const columns = (names: string[]) => (names.length > 0 ? html` <span class="muted">(<bdi>${names.join(', ')}</bdi>)</span>` : nothing)
  const out = bounded(at, foreignKeys, ({ name, columns: own, table, references, onDelete, onUpdate, ours }) =>
    rowOf(at, {
      ...{ anchor: `key-${name || own.join('-')}`, path: named('key', name), comment: '', ours },
      name: html`<bdi>${own.join(', ')}</bdi>`,
      type: html`→ ${link(table)}${columns(references)}`,
      quiet: [
        ...(name ? [html`<bdi>${name}</bdi>`] : []),
        ...(onDelete ? [html`${t.onDelete(onDelete)}`] : []),
        ...(onUpdate ? [html`${t.onUpdate(onUpdate)}`] : []),
      ],
    }),
  )
  const into = bounded(at, referencedBy, ({ table, columns: own, references }) =>
    rowOf(at, {
      ...{ anchor: `from-${table.name}`, path: '', comment: '', ours: undefined, quiet: [] },
      name: html`<bdi>${references.join(', ') || view.name}</bdi>`,
      type: html`← ${link(table)}${columns(own)}`,
    }),
  )
  return html`${heading(at, 'related', t.related)}${diagramOf(at, diagram)}${
    foreignKeys.length > 0 && html`<h3>${t.foreignKeys}</h3><div class="keys">${out}</div>`
  }${referencedBy.length > 0 && html`<h3>${t.referencedBy}</h3><div class="keys">${into}</div>`}`
}

function indexes(at: TablePlace, { indexes: all }: WordedTable): Html {
  const { t } = at
  if (all.length === 0) return nothing
  const list = bounded(at, all, ({ name, columns, unique, primary, method, where, comment, ours }) =>
    rowOf(at, {
      ...{ anchor: `index-${name || columns.join('-')}`, path: named('index', name), comment, ours },
      name: html`<bdi>${name || t.primary}</bdi>`,
      type: html`<span class="plain">${[primary ? t.primary : unique ? t.unique : '', method].filter(Boolean).join(' ')}</span>`,
      quiet: [html`<bdi>${columns.join(', ')}</bdi>`, ...(where ? [html`${t.where} ${code(where)}`] : [])],
    }),
  )
  return html`${heading(at, 'indexes', t.indexes, html` <small>${all.length}</small>`)}${list}`
}

function rules(at: TablePlace, anchor: string, title: string, all: WordedTable['checks']): Html {
  if (all.length === 0) return nothing
  const list = bounded(at, all, ({ name, text }) =>
    rowOf(at, {
      ...{ anchor: `${anchor}-${name}`, path: '', comment: '', ours: undefined },
      name: html`<bdi>${name}</bdi>`,
      type: nothing,
      quiet: text ? [code(text)] : [],
    }),
  )
  return html`${heading(at, anchor, title, html` <small>${all.length}</small>`)}${list}`
}

/** The page of a table. */
export function tableHtml(at: TablePlace, view: WordedTable): Html {
  const { t, place } = at
  const notes = [t.kinds[view.kind], view.partitionedBy && `${t.partitionedBy} ${view.partitionedBy}`].filter(Boolean)
  const coverage = coverageOf(view)
  const definition = view.definition.trim()
  return html`<div class="call dictionary">
${notes.length > 0 && html`<p class="quiet">${notes.map((note) => html`<span>${note}</span>`)}</p>`}
<div class="lead-words">${wordsOf(view.comment, view.ours)}</div>${place.spot(new At('table', 'table'))}
${view.drift && 'notes' in view.drift && driftHtml(at, view.drift.notes, false)}
${view.columns.length > 0 && html`${heading(at, 'columns', t.columns, html` <small>${view.columns.length}</small>`)}${meter(coverage, t.of(coverage.source + coverage.here, coverage.total))}`}
${bounded(at, view.columns, (column) => columnRow(at, column))}
${related(at, view)}
${indexes(at, view)}
${rules(at, 'checks', t.checks, view.checks)}
${rules(at, 'triggers', t.triggers, view.triggers)}
${enumsHtml(at, view.enums)}
${definition && html`${heading(at, 'query', view.kind === 'virtual' ? t.definition : t.query)}${fenceOf('sql', definition)}`}
</div>`
}

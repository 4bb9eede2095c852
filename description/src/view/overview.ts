import { addCoverage, type Coverage, NO_COVERAGE, percentOf } from '../tables/coverage.ts'
import type { OverviewTable } from '../tables/dictionary.ts'
import type { OverviewTableLive, WordedOverview } from '../tables/words.ts'
import { At } from './at.ts'
import { instancesHtml } from './drift.ts'
import { type Html, html, nothing } from './html.ts'
import { bounded, diagramOf, enumsHtml, heading, link, meter, rowOf, type TablePlace, wordsOf } from './table-rows.ts'

const coverageIn = ({ describable, described }: OverviewTable, here: number): Coverage => ({ total: describable, source: described, here })

function tableRow(at: TablePlace, table: OverviewTable, live: OverviewTableLive | undefined): Html {
  const { t } = at
  const coverage = coverageIn(table, live?.here ?? 0)
  return rowOf(at, {
    ...{ anchor: `table-${table.name}`, path: '', comment: table.comment, ours: live?.ours },
    name: nothing,
    to: table,
    type: html`<span class="plain">${t.columnCount(table.columns)}</span>`,
    quiet: table.describable > 0 ? [html`${t.of(coverage.source + coverage.here, coverage.total)}`] : [],
  })
}

/** The page of a database: its tables, how much of them is described, the keys between them. */
export function overviewHtml(at: TablePlace, view: WordedOverview): Html {
  const { t, place } = at
  const live = new Map((view.live ?? []).map((one) => [one.key, one]))
  const all = view.tables.map((table) => coverageIn(table, live.get(table.key)?.here ?? 0)).reduce(addCoverage, NO_COVERAGE)
  const { all: percent, source, here } = percentOf(all)
  const views = view.tables.filter(({ isView }) => isView)
  const tables = view.tables.filter(({ isView }) => !isView)
  const list = (anchor: string, title: string, some: OverviewTable[]) => {
    if (some.length === 0) return nothing
    const rows = bounded(at, some, (table) => tableRow(at, table, live.get(table.key)))
    return html`${heading(at, anchor, title, html` <small>${some.length}</small>`)}${rows}`
  }
  const keys = bounded(at, view.keys, ({ from, columns, to, references, isGuess }) =>
    rowOf(at, {
      ...{ anchor: `key-${from.name}`, path: '', comment: '', ours: undefined },
      name: nothing,
      to: from,
      type: html`<bdi>${columns.join(', ')}</bdi>`,
      quiet: [
        html`→ ${link(to)}${references.length > 0 && html` (<bdi>${references.join(', ')}</bdi>)`}`,
        ...(isGuess ? [html`${t.byName}`] : []),
      ],
    }),
  )
  return html`<div class="call dictionary">
<p class="quiet">${[view.overview, view.kind, t.counts(tables.length, views.length)].filter(Boolean).map((one) => html`<span><bdi>${one}</bdi></span>`)}</p>
${view.live && meter(all, t.coverage(percent, source, here))}
<div class="lead-words">${wordsOf('', view.ours)}</div>${place.spot(new At('overview', 'overview'))}
${view.tables.length === 0 && html`<p>${t.none}</p>`}
${list('tables', t.tables, tables)}
${list('views', t.views, views)}
${
  view.tables.length > 0 &&
  html`${heading(at, 'diagram', t.diagram)}${
    view.keys.length === 0
      ? html`<p class="quiet">${t.noKeys}</p>`
      : html`${diagramOf(at, view.diagram)}<details class="keys-list"><summary>${t.keys}</summary><div class="keys">${keys}</div></details>`
  }`
}
${enumsHtml(at, view.enums)}
${view.drift && 'instances' in view.drift && instancesHtml(at, view.drift.instances)}
</div>`
}

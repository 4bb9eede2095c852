import { addCoverage, type Coverage, NO_COVERAGE, percentOf } from '../tables/coverage.ts'
import { linkedBy, within } from '../tables/diagram.ts'
import type { OverviewTable } from '../tables/dictionary.ts'
import type { OverviewTableLive, WordedOverview } from '../tables/words.ts'
import { At } from './at.ts'
import { choiceOf } from './choice.ts'
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

/** Diagrams of catalogs on one page; the keys of the others are in the list. */
const CATALOGS_MAX = 40

/** The diagram of all tables; if it is too large, readers choose a catalog and get that of its tables (T32). */
function diagramsOf(at: TablePlace, view: WordedOverview): Html {
  const { t, place } = at
  const whole = diagramOf(at, view.diagram)
  const { catalogs = [], keys } = view
  if (catalogs.length < 2 || linkedBy(keys) <= view.diagram.tables.length) return whole
  const tables = new Map(view.tables.map((table) => [table.key, table]))
  const choices = catalogs.flatMap(({ name, tables: inside }) => {
    const diagram = within(
      inside.flatMap((key) => tables.get(key) ?? []),
      keys,
    )
    return diagram.links.length > 0 ? [{ label: html`<bdi>${name || view.overview}</bdi>`, content: diagramOf(at, diagram) }] : []
  })
  if (choices.length === 0) return whole
  const first = view.diagram.links.length > 0 ? [{ label: html`${t.mostKeys}`, content: whole }] : []
  return html`<p class="quiet">${t.tooLarge}</p><div class="diagrams">${choiceOf(place, t.catalogs, [...first, ...choices.slice(0, CATALOGS_MAX)])}</div>`
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
      : html`${diagramsOf(at, view)}<details class="keys-list"><summary>${t.keys}</summary><div class="keys">${keys}</div></details>`
  }`
}
${enumsHtml(at, view.enums)}
${view.drift && 'instances' in view.drift && instancesHtml(at, view.drift.instances)}
</div>`
}

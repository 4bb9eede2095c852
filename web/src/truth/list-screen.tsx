import './truth.css'
import type { Answer } from '@sheaf/contract/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download, FileText, GitBranch, GitCommitHorizontal } from 'lucide-react'
import { useParams } from 'react-router'
import { PushCode } from '../items/push/code.tsx'
import { addressOf, api, read } from '../lib/api.ts'
import { shortDate } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { canManage, SourceFrame } from '../source/frame.tsx'
import type { Info } from '../tree/item-tree.ts'
import { shapeOf } from '../tree/shape.ts'
import { PageHead } from '../ui/frame/page-head.tsx'
import { Empty } from '../ui/placeholder.tsx'
import { PagedList, useListAddress } from '../ui/table/paged-list.tsx'
import { TableWaiting } from '../ui/table/table.tsx'
import { Marked } from '../ui/text/marked.tsx'
import { checkCommand } from './acts.tsx'
import { Filters } from './filters.tsx'
import { shortRef } from './proofs.tsx'
import { Repositories } from './repos.tsx'
import { Rows } from './rows.tsx'
import { pageStates, TruthState } from './state.tsx'
import { staleWords } from './truth.words.ts'

type Summary = Answer<'truth', 'summary'>

const PAGE_ROWS = 50
const ROW_HEIGHT = 64

/** How many pages name something, and what builds reported last. */
function Facts({ summary, total }: { summary: Summary; total: number }) {
  const t = useWords(staleWords)
  const language = useLanguage()
  const named = pageStates.reduce((sum, state) => sum + Number(summary[state]), 0)
  const lastOf = ({ repo, seen_time, seen_ref }: Summary['repos'][number]) => {
    if (Number(seen_time) === 0) return t.noBuild(repo)
    const when = shortDate(Number(seen_time), language)
    return seen_ref ? t.lastBuildAt(repo, when, shortRef(seen_ref)) : t.lastBuild(repo, when)
  }
  return (
    <div className="truth-facts">
      <span>{t.named(named, total)}</span>
      {summary.repos.map((repo) => (
        <span key={repo.repo}>
          <GitCommitHorizontal className="i" aria-hidden="true" />
          <span>
            <Marked text={lastOf(repo)} />
          </span>
        </span>
      ))}
    </div>
  )
}

const EXAMPLE_COMMENT = '<!-- source: shop:src/orders.ts#createOrder -->'

/** How to begin: a page names something, and a build checks it. */
function Begin() {
  const t = useWords(staleWords)
  return (
    <section className="truth-begin">
      <h2>{t.begin}</h2>
      <p>{t.beginText}</p>
      <ol>
        <li className="card">
          <FileText className="i" aria-hidden="true" />
          <h3>{t.beginPage}</h3>
          <p>{t.beginPageText}</p>
          <PushCode name={t.beginComment} text={EXAMPLE_COMMENT} />
        </li>
        <li className="card">
          <GitBranch className="i" aria-hidden="true" />
          <h3>{t.beginBuild}</h3>
          <p>{t.beginBuildText}</p>
          <PushCode name={t.command} text={checkCommand('shop')} />
          <p className="help">{t.keys}</p>
        </li>
      </ol>
    </section>
  )
}

interface CountsProps {
  counts: Answer<'truth', 'list'>['counts']
  state: string
  onState: (state: string) => void
}

/** How many pages have each state; a press filters by it. */
function Counts({ counts, state, onState }: CountsProps) {
  const t = useWords(staleWords)
  return (
    <fieldset className="truth-counts" aria-label={t.counts}>
      {pageStates.map((one) => (
        <button key={one} type="button" aria-pressed={state === one} onClick={() => onState(state === one ? '' : one)}>
          <TruthState state={one} />
          <b>{counts[one]}</b>
        </button>
      ))}
    </fieldset>
  )
}

/** The line for a build, until the first one has reported. */
function NeverChecked({ repos }: Pick<Summary, 'repos'>) {
  const t = useWords(staleWords)
  const [first] = repos
  if (!first || repos.some(({ seen_time }) => Number(seen_time) > 0)) return null
  return (
    <section className="truth-line">
      <p>{t.neverChecked(first.repo)}</p>
      <PushCode name={t.command} text={checkCommand(first.repo)} />
      <p className="help">{t.keys}</p>
    </section>
  )
}

function StaleList({ info, summary }: { info: Info; summary: Summary }) {
  const t = useWords(staleWords)
  const { item_id } = info
  const place = useListAddress(['state', 'owner_uid', 'cat_id', 'keyword'], [PAGE_ROWS])
  const { state, owner_uid, cat_id, keyword } = place.filter
  const filter = { item_id, state, keyword, ...(owner_uid && { owner_uid }), ...(cat_id && { cat_id }) }
  const list = useQuery({
    ...read(api.truth.list, { ...filter, page: String(place.page), count: String(place.size) }),
    placeholderData: keepPreviousData,
  })
  const data = list.data && { rows: list.data.list, total: Number(list.data.total) }
  const csv = addressOf(`truth/list?${new URLSearchParams({ ...filter, format: 'csv' })}`)
  return (
    <>
      <div className="truth-head">
        <Facts summary={summary} total={shapeOf(info).places.size} />
        <a className="btn small" href={csv} download aria-label={t.csvName}>
          <Download className="i" aria-hidden="true" />
          {t.csv}
        </a>
      </div>
      <Counts counts={list.data?.counts ?? summary} state={state} onState={(to) => place.find({ state: to })} />
      <NeverChecked repos={summary.repos} />
      <Filters info={info} place={place} rows={data?.rows ?? []} />
      <PagedList
        query={{ ...list, data }}
        place={place}
        words={t}
        rowHeight={ROW_HEIGHT}
        none={<Empty title={t.nothing}>{t.nothingText}</Empty>}
      >
        {(rows) => <Rows rows={rows} item={info} />}
      </PagedList>
      <Repositories item_id={item_id} canManage={canManage(info)} />
    </>
  )
}

function Content({ info }: { info: Info }) {
  const t = useWords(staleWords)
  const summary = useQuery(read(api.truth.summary, { item_id: info.item_id }))
  const { data } = summary
  const isUnused = data && pageStates.every((state) => Number(data[state]) === 0)
  return (
    <>
      <PageHead back={{ to: paths.item(info), text: info.item_name }} title={t.title} about={!isUnused && t.about} />
      {summary.error && !data ? (
        <Empty broken title={t.failed}>
          {summary.error.message}
        </Empty>
      ) : !data ? (
        <TableWaiting rows={6} height={ROW_HEIGHT} />
      ) : isUnused ? (
        <Begin />
      ) : (
        <StaleList info={info} summary={data} />
      )}
    </>
  )
}

/** /item/truth/{item_id}: the pages of an item whose sources have changed, with what can be done about them. */
export function TruthScreen() {
  const t = useWords(staleWords)
  const { item_id = '' } = useParams()
  return (
    <SourceFrame item_id={item_id} title={t.title} words={t} waiting={<TableWaiting rows={6} height={ROW_HEIGHT} />}>
      {(info) => <Content info={info} />}
    </SourceFrame>
  )
}

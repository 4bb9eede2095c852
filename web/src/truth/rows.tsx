import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { api, read } from '../lib/api.ts'
import { shortDate } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import type { Info } from '../tree/item-tree.ts'
import { lazyPart } from '../ui/frame/lazy-part.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Doer } from '../ui/person.tsx'
import { ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { Table } from '../ui/table/table.tsx'
import { Marked } from '../ui/text/marked.tsx'
import { ReviewLine, TruthActs } from './acts.tsx'
import { ExamplePaths } from './example-paths.tsx'
import type { Row } from './filters.tsx'
import { ProofList } from './proofs.tsx'
import { useSentences } from './sentences.ts'
import { TruthState } from './state.tsx'
import { actWords, staleWords } from './truth.words.ts'

const ProofPanel = lazyPart(() => import('./panel.tsx').then((m) => m.ProofPanel))

interface OneProps {
  row: Row
  item_id: string
  onPanel: () => void
}

/** The proofs of a row and what can be done about them. */
function Opened({ row, item_id, onPanel }: OneProps) {
  const t = useWords(actWords)
  const { sentence } = useSentences()
  const { page_id } = row
  const others = row.reasons.filter(({ kind }) => kind === 'words' || kind === 'part' || kind === 'example')
  const { data, error, refetch } = useQuery(read(api.truth.page, { page_id }))
  if (error && !data) return <ErrorNote title={t.failed} error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={2} />
  return (
    <div className="card truth-opened">
      {others.length > 0 && (
        <ul className="truth-reasons">
          {others.map((reason, at) => (
            <li key={`${at + 1}`}>
              <Marked text={sentence(reason)} />
              <ExamplePaths reason={reason} />
            </li>
          ))}
        </ul>
      )}
      {data.proofs.length > 0 && <ProofList proofs={data.proofs} />}
      <ReviewLine review={data.review} />
      <TruthActs truth={data} page={{ ...row, item_id }} onPanel={onPanel} />
    </div>
  )
}

/** The one thing to do about a row that is closed. */
function Act({ row, item_id, onPanel }: OneProps) {
  const t = useWords(staleWords)
  const { page_id, state } = row
  const kind = row.reasons[0]?.kind
  if (kind === 'words')
    return (
      <Link className="btn small" to={paths.sources(item_id)}>
        {t.look}
      </Link>
    )
  if (state === 'gone' && kind === 'proof')
    return (
      <button type="button" className="btn small" onClick={onPanel}>
        {t.chooseOther}
      </button>
    )
  if (state === 'due')
    return (
      <Link className="btn small" to={paths.page({ item_id }, page_id)}>
        {t.look}
      </Link>
    )
  return null
}

/** The pages of the list; a row opens to its proofs. */
export function Rows({ rows, item }: { rows: Row[]; item: Info }) {
  const t = useWords(staleWords)
  const language = useLanguage()
  const { sentence, more } = useSentences()
  const [opened, setOpened] = useState<string>()
  const [edited, setEdited] = useState<Row>()
  const { item_id } = item
  const why = ({ reasons: [first], reasons }: Row) =>
    first && (
      <>
        <Marked text={sentence(first)} />
        {more(reasons) && <small>{more(reasons)}</small>}
      </>
    )
  return (
    <>
      <Table
        name={t.title}
        look="truth-rows"
        rows={rows}
        keyOf={(row) => row.page_id}
        rowLook={(row) => (row.page_id === opened ? 'opened' : undefined)}
        below={(row) => row.page_id === opened && <Opened row={row} item_id={item_id} onPanel={() => setEdited(row)} />}
        columns={[
          { head: t.state, cell: (row) => <TruthState state={row.state} />, width: 142 },
          {
            head: t.page,
            isName: true,
            width: '20%',
            cell: (row) => (
              <>
                <Link to={paths.page(item, row.page_id)}>{row.page_title}</Link>
                <small>{row.cat_name || t.topLevel}</small>
              </>
            ),
          },
          { head: t.why, cell: why, look: 'truth-because' },
          { head: t.since, cell: (row) => shortDate(Number(row.since), language), width: 116, look: 'muted' },
          {
            head: t.owner,
            width: 104,
            look: 'truth-owner',
            cell: ({ owner_name: name, owner_username: username }) =>
              username ? <Doer {...{ name, username }} /> : <span className="muted">{t.noOne}</span>,
          },
        ]}
        actions={{
          head: t.actions,
          width: 156,
          cell: (row) => {
            const isOpen = row.page_id === opened
            return (
              <>
                {!isOpen && <Act row={row} item_id={item_id} onPanel={() => setEdited(row)} />}
                <IconButton
                  className="small"
                  name={isOpen ? t.closeRow(row.page_title) : t.openRow(row.page_title)}
                  aria-expanded={isOpen}
                  onClick={() => setOpened(isOpen ? undefined : row.page_id)}
                >
                  {isOpen ? <ChevronUp className="i" aria-hidden="true" /> : <ChevronDown className="i" aria-hidden="true" />}
                </IconButton>
              </>
            )
          },
        }}
      />
      {edited && (
        <Suspense>
          <ProofPanel page={{ ...edited, item_id }} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
    </>
  )
}

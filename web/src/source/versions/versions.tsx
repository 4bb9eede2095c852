import type { Answer } from '@sheaf/contract/client'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Download, Hand } from 'lucide-react'
import { useState } from 'react'
import { addressOf, api, read } from '../../lib/api.ts'
import { shortDate, sizeOf } from '../../lib/format.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorNote } from '../../ui/placeholder.tsx'
import { useSend } from '../../ui/send.ts'
import { type Column, Table, TableWaiting } from '../../ui/table/table.tsx'
import { ChangeTags, type ClassCounts } from '../changes.tsx'
import { GoneList, useCounts } from '../report.tsx'
import type { Detail } from '../settings.tsx'
import { sourceWords } from '../source.words.ts'
import { useLabelOf } from '../state.tsx'

type VersionList = Answer<'source', 'versions'>
export type Version = VersionList['list'][number]

/** The server keeps as many. */
const VERSIONS_SHOWN = '50'

export const useVersionList = (source_id: string) => useQuery(read(api.source.versions, { source_id, page: '1', count: VERSIONS_SHOWN }))

const numbersOf = ({ made, changed, binned, kept }: Version) => ({
  made: Number(made),
  changed: Number(changed),
  binned: Number(binned),
  kept: Number(kept),
})

export const classesOf = ({ breaking, risky, safe, words }: Version): ClassCounts => ({
  breaking: Number(breaking),
  risky: Number(risky),
  safe: Number(safe),
  words: Number(words),
})

function Did({ version }: { version: Version }) {
  const t = useWords(sourceWords)
  const counts = useCounts(numbersOf(version))
  if (version.state === 'held') return <span className="tag warn">{t.heldState}</span>
  if (version.state === 'dropped') return <span className="tag">{t.dropped}</span>
  return (
    <>
      {counts}
      <span className="src-tags">
        <ChangeTags counts={classesOf(version)} />
        {version.is_current === '1' && <span className="tag ok">{t.now}</span>}
      </span>
    </>
  )
}

function useColumns(): Column<Version>[] {
  const t = useWords(sourceWords)
  const language = useLanguage()
  const labelOf = useLabelOf()
  const ofBuild = ({ commit, branch }: Version) => {
    const short = commit.slice(0, 8)
    return short && branch ? t.commit(short, branch) : short || branch
  }
  return [
    {
      head: t.version,
      isName: true,
      width: '22%',
      cell: (row) => (
        <>
          <b className="src-label">{labelOf(row)}</b>
          {ofBuild(row) && <small className="mono">{ofBuild(row)}</small>}
        </>
      ),
    },
    { head: t.did, cell: (row) => <Did version={row} /> },
    { head: t.by, width: '18%', cell: ({ author_name, username }) => author_name || username },
    { head: t.when, width: 130, cell: ({ addtime }) => shortDate(Number(addtime), language) },
  ]
}

/** The versions of a source, the newest first, each as a file. */
export function Versions({ source_id, list }: { source_id: string; list: UseQueryResult<VersionList> }) {
  const t = useWords(sourceWords)
  const columns = useColumns()
  const { data, error } = list
  const fileOf = (version_id: string) => `${addressOf('source/file')}?${new URLSearchParams({ source_id, version_id })}`
  return (
    <section className="src-part" aria-labelledby="src-versions">
      <h2 id="src-versions">{t.versions}</h2>
      {error && !data ? (
        <ErrorNote title={t.versionsFailed} error={error} onRetry={() => void list.refetch()} />
      ) : data ? (
        <Table
          name={t.versions}
          look="src-versions"
          columns={columns}
          rows={data.list}
          keyOf={(row) => row.version_id}
          actions={{
            head: t.actions,
            width: 132,
            cell: (row) => (
              <a className="btn quiet small" href={fileOf(row.version_id)} download>
                <Download className="i" aria-hidden="true" />
                <span className="visually-hidden">{t.download(row.file_name || row.seq)}</span>
                {sizeOf(Number(row.size))}
              </a>
            ),
          }}
        />
      ) : (
        <TableWaiting height={57} />
      )}
    </section>
  )
}

interface HeldProps {
  source: Pick<Detail, 'source_id'>
  versions: Version[]
  isManager: boolean
}

/** The version that waits for a decision, with what would go. */
export function Held({ source: { source_id }, versions, isManager }: HeldProps) {
  const t = useWords(sourceWords)
  const labelOf = useLabelOf()
  const [asked, setAsked] = useState<'apply' | 'drop'>()
  const decide = useSend(api.source.release, { done: (_, { action }) => (action === 'apply' ? t.isApplied : t.isDropped) })
  const version = versions.find(({ state }) => state === 'held')
  if (!version) return null
  const { version_id, gone, gone_titles } = version
  const label = labelOf(version)
  return (
    <section className="src-held" aria-labelledby="src-held">
      <Hand className="i" aria-hidden="true" />
      <div className="grow">
        <h2 id="src-held">{t.heldTitle(label)}</h2>
        <p>{t.heldText(Number(gone))}</p>
        <GoneList title={t.would} gone={Number(gone)} titles={gone_titles} />
        {isManager ? (
          <div className="row">
            <button type="button" className="btn primary" onClick={() => setAsked('apply')}>
              {t.apply}
            </button>
            <button type="button" className="btn" onClick={() => setAsked('drop')}>
              {t.drop}
            </button>
          </div>
        ) : (
          <p className="muted">{t.heldAsk}</p>
        )}
      </div>
      {asked && (
        <ConfirmDialog
          title={asked === 'apply' ? t.applyTitle(label) : t.dropTitle(label)}
          action={asked === 'apply' ? t.apply : t.drop}
          onConfirm={() => decide.send({ source_id, version_id, action: asked })}
          onClose={() => setAsked(undefined)}
        >
          {asked === 'apply' ? t.applyText : t.dropText}
        </ConfirmDialog>
      )}
    </section>
  )
}

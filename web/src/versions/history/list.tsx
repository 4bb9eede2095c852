import './history.css'
import { type KeyboardEvent, useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Bone, Skeleton } from '../../ui/frame/skeleton.tsx'
import { historyWords } from './history.words.ts'
import { HistoryVersion, StateHead } from './version.tsx'
import { useVersions, type Version } from './versions.ts'

interface Props {
  page_id: string
  /** Notes and restoring are for those who may edit. */
  editable: boolean
  /** An error of it is told at the version. */
  onRestore: (version: Version) => Promise<void>
}

/** Arrow keys go from version to version and choose. */
function move(event: KeyboardEvent<HTMLElement>) {
  const picks = [...event.currentTarget.querySelectorAll<HTMLElement>('.hist-pick')]
  const at = picks.indexOf(document.activeElement as HTMLElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: picks.length - 1 }[event.key]
  const pick = to === undefined ? undefined : picks[to]
  if (!pick) return
  event.preventDefault()
  pick.focus()
  if (pick.getAttribute('aria-expanded') === 'false') pick.click()
}

const Waiting = () => (
  <div className="hist-wait">
    <Skeleton>
      {['a', 'b', 'c', 'd'].map((key) => (
        <div key={key} className="hist-bones">
          <Bone width={132} height={14} />
          <Bone width={88} height={14} />
        </div>
      ))}
    </Skeleton>
  </div>
)

/** What the page was, newest first, under what it is now; the chosen version can be compared and restored. */
export function HistoryList({ page_id, editable, onRestore }: Props) {
  const t = useWords(historyWords)
  const [chosen, choose] = useState<string>()
  const { versions, current, error, retry } = useVersions(page_id)

  if (page_id === '0') return <Empty title={t.none}>{t.newText}</Empty>
  if (error && !(versions && current)) return <ErrorNote title={t.failed} error={error} onRetry={retry} />
  if (!versions || !current) return <Waiting />
  if (versions.length === 0) return <Empty title={t.none}>{t.noneText}</Empty>
  return (
    <ol className="hist-list" aria-label={t.versions} onKeyDown={move}>
      <li className="hist-one hist-now">
        <StateHead state={current} current />
        {current.page_comments && <p className="hist-note">{current.page_comments}</p>}
      </li>
      {versions.map((version) => (
        <HistoryVersion
          key={version.page_history_id}
          version={version}
          title={version.page_title === current.page_title ? undefined : version.page_title}
          open={chosen === version.page_history_id}
          onOpen={() => choose((now) => (now === version.page_history_id ? undefined : version.page_history_id))}
          editable={editable}
          onRestore={onRestore}
        />
      ))}
    </ol>
  )
}

import { ChevronRight, GitCompare, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useBoot } from '../../lib/boot.ts'
import { siteTime } from '../../lib/format/dates.ts'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { historyWords } from './history.words.ts'
import { HistoryRemark } from './remark.tsx'
import type { Version } from './versions.ts'

/** When and by whom. */
export function StateHead({
  state,
  current = false,
}: {
  state: Pick<Version, 'addtime' | 'author_uid' | 'author_username'>
  current?: boolean
}) {
  const t = useWords(historyWords)
  const language = useLanguage()
  const name = state.author_username || t.someone
  return (
    <>
      <span className="row">
        <b>{siteTime(state.addtime, language)}</b>
        {current && <span className="tag ok">{t.current}</span>}
      </span>
      <span className="hist-who">
        <span className={`ava c${(Number(state.author_uid ?? 0) % 6) + 1}`} aria-hidden="true">
          {[...name][0]?.toUpperCase()}
        </span>
        <span className="cut">{name}</span>
      </span>
    </>
  )
}

interface VersionProps {
  version: Version
  /** Where it differs from the present one. */
  title: string | undefined
  open: boolean
  onOpen: () => void
  editable: boolean
  onRestore: (version: Version) => Promise<void>
}

export function HistoryVersion({ version, title, open, onOpen, editable, onRestore }: VersionProps) {
  const t = useWords(historyWords)
  const language = useLanguage()
  const { base } = useBoot()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState('')
  const time = siteTime(version.addtime, language)
  const restore = async () => {
    setBusy(true)
    setFailed('')
    await onRestore(version).catch((error: Error) => setFailed(`${t.restoreFailed}: ${error.message}`))
    setBusy(false)
  }
  return (
    <li className={open ? 'hist-one on' : 'hist-one'}>
      <button type="button" className="hist-pick" aria-expanded={open} onClick={onOpen}>
        <ChevronRight className="i hist-turn" aria-hidden="true" />
        <StateHead state={version} />
        {title !== undefined && <span className="hist-title cut">{title}</span>}
        {version.page_comments && !(open && editable) && <span className="hist-note">{version.page_comments}</span>}
      </button>
      {open && (
        <div className="hist-acts">
          {editable && <HistoryRemark version={version} />}
          <div className="row">
            <a
              className="btn s"
              href={base + paths.diff(version.page_id, version.page_history_id)}
              target="_blank"
              rel="noreferrer"
              aria-label={t.compareOf(time)}
            >
              <GitCompare className="i" aria-hidden="true" />
              {t.compare}
            </a>
            {editable && (
              <button type="button" className="btn s" disabled={busy} aria-label={t.restoreOf(time)} onClick={() => void restore()}>
                <RotateCcw className="i" aria-hidden="true" />
                {t.restore}
              </button>
            )}
          </div>
          {editable && (
            <p className={failed ? 'help err' : 'help'} role={failed ? 'alert' : undefined}>
              {failed || t.restoreHint}
            </p>
          )}
        </div>
      )}
    </li>
  )
}

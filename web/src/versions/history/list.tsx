import './history.css'
import { COMMENT_MAX } from '@sheaf/contract/limits'
import { ChevronRight, GitCompare, Pencil, RotateCcw } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { api, withoutLoginRedirect } from '../../lib/api.ts'
import { useBoot } from '../../lib/boot.ts'
import { siteTime } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { Avatar, bothOf, Doer } from '../../ui/person.tsx'
import { Bone, Empty, ErrorNote, Skeleton } from '../../ui/placeholder.tsx'
import { useSend } from '../../ui/send.ts'
import { historyWords } from './history.words.ts'
import { useVersions, type Version } from './versions.ts'

/** The note on a version, edited in place. */
function HistoryRemark({ version: { page_id, page_history_id, page_comments } }: { version: Version }) {
  const t = useWords(historyWords)
  const [text, setText] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  const { send, busy, error, reset, input } = useSend(api.page.updateHistoryComments, { onDone: () => setText(undefined) })

  const close = () => {
    setText(undefined)
    reset()
    // The button exists again only after the next render.
    setTimeout(() => button.current?.focus())
  }
  const save = () => {
    if (text === undefined || busy) return
    const now = text.trim()
    if (now === page_comments) return close()
    void send(withoutLoginRedirect({ page_id, page_history_id, page_comments: now }))
  }
  const key = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') {
      event.preventDefault()
      close()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      save()
    }
  }

  if (text === undefined) {
    const shown = busy ? (input?.page_comments ?? '') : page_comments
    return (
      <button ref={button} type="button" className="hist-remark" onClick={() => setText(page_comments)}>
        <span className={shown ? undefined : 'muted'}>{shown || t.addRemark}</span>
        {shown && <span className="visually-hidden">{t.editRemark}</span>}
        <Pencil className="i" aria-hidden="true" />
      </button>
    )
  }
  return (
    <div className="hist-field">
      <input
        className={error ? 'input err' : 'input'}
        aria-label={t.remark}
        placeholder={t.remarkPlace}
        value={text}
        maxLength={COMMENT_MAX}
        enterKeyHint="done"
        readOnly={busy}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={key}
        onBlur={save}
        // biome-ignore lint/a11y/noAutofocus: it replaces the button that had the focus
        autoFocus
      />
      <p className={error ? 'help err' : 'help'} role={error ? 'alert' : undefined}>
        {error?.message ?? t.remarkKeys}
      </p>
    </div>
  )
}

/** Time and author of a version. */
function StateHead({
  state,
  current = false,
}: {
  state: Pick<Version, 'addtime' | 'author_uid' | 'author_username' | 'author_name' | 'via' | 'suggested_by' | 'suggested_by_name'>
  current?: boolean
}) {
  const t = useWords(historyWords)
  const language = useLanguage()
  const name = state.author_name || t.someone
  const { via, suggested_by, suggested_by_name } = state
  const program = (person: string) => (via ? t.by(person, via) : person)
  return (
    <>
      <span className="row">
        <b>{siteTime(state.addtime, language)}</b>
        {current && <span className="tag ok">{t.current}</span>}
      </span>
      <span className="hist-who">
        <Avatar name={name} username={state.author_username} />
        <Doer look="hist-by" {...bothOf(state)}>
          {suggested_by ? t.acceptedBy(name, program(suggested_by_name)) : program(name)}
        </Doer>
      </span>
    </>
  )
}

interface VersionProps {
  version: Version
  /** Its title if it differs from the current one. */
  title: string | undefined
  open: boolean
  onOpen: () => void
  editable: boolean
  onRestore: (version: Version) => Promise<void>
}

function HistoryVersion({ version, title, open, onOpen, editable, onRestore }: VersionProps) {
  const t = useWords(historyWords)
  const language = useLanguage()
  const { base } = useBoot()
  const restoring = useSend(onRestore)
  const failed = restoring.error && `${t.restoreFailed}: ${restoring.error.message}`
  const time = siteTime(version.addtime, language)
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
              className="btn small"
              href={base + paths.diff(version.page_id, version.page_history_id)}
              target="_blank"
              rel="noreferrer"
              aria-label={t.compareOf(time)}
            >
              <GitCompare className="i" aria-hidden="true" />
              {t.compare}
            </a>
            {editable && (
              <button
                type="button"
                className="btn small"
                disabled={restoring.busy}
                aria-label={t.restoreOf(time)}
                onClick={() => void restoring.send(version)}
              >
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

interface Props {
  page_id: string
  /** Only editors can change notes and restore versions. */
  editable: boolean
  /** A rejection is shown at the version. */
  onRestore: (version: Version) => Promise<void>
}

/** Arrow keys move between versions and open them. */
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

/** The versions of the page, newest first, below the current one; the chosen version can be compared and restored. */
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
      <li className="hist-one">
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

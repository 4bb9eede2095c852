import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ExternalLink, RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api } from '../../lib/api.ts'
import { readBoot } from '../../lib/boot.ts'
import { sizeOf } from '../../lib/format/sizes.ts'
import { useWords } from '../../lib/words.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Skeleton } from '../../ui/frame/skeleton.tsx'
import { NewTab } from '../../ui/new-tab.tsx'
import { toast } from '../../ui/toast.ts'
import { UpdateByHand } from './by-hand.tsx'
import { UpdateDialog } from './dialog.tsx'
import { type FoundUpdate, findUpdate } from './find-update.ts'
import { updateWords } from './update.words.ts'

/** Whether the server is there. */
const isServerUp = () =>
  fetch(`${readBoot().base}/healthz`, { cache: 'no-store', signal: AbortSignal.timeout(5000) }).then(
    (reply) => reply.ok,
    () => false,
  )

/** SPEC 4. */
const RESTART_MIN_SECONDS = 7
const RESTART_SLOW_SECONDS = 120

/** While the server is away: the page is loaded anew as soon as it answers, not before seven seconds have passed. */
export function UpdateRestarting({ version }: { version: string }) {
  const t = useWords(updateWords)
  const [passed, setPassed] = useState(0)
  useEffect(() => {
    const next = setTimeout(async () => {
      if (passed + 1 >= RESTART_MIN_SECONDS && (await isServerUp())) location.reload()
      else setPassed(passed + 1)
    }, 1000)
    return () => clearTimeout(next)
  }, [passed])
  return (
    <div className="adm-away" role="status">
      <span className="adm-spin" aria-hidden="true" />
      <h1>{t.awayTitle(version)}</h1>
      <p className="muted">
        {passed < RESTART_MIN_SECONDS ? t.away(RESTART_MIN_SECONDS - passed) : passed < RESTART_SLOW_SECONDS ? t.awayLonger : t.awayLong}
      </p>
    </div>
  )
}

/** The version that is newer, and the button. */
function UpdateOffer({ found, onGone }: { found: FoundUpdate; onGone: (version: string) => void }) {
  const t = useWords(updateWords)
  const [asking, setAsking] = useState(false)
  return (
    <section className="adm-offer">
      <div>
        <h2>{t.found(found.new_version)}</h2>
        <p className="muted">
          <span>{found.is_staged === '1' ? t.staged : sizeOf(Number(found.size))}</span>
          {found.url && (
            <a href={found.url} target="_blank" rel="noreferrer">
              {t.news}
              <NewTab />
              <ExternalLink className="i" aria-hidden="true" />
            </a>
          )}
        </p>
      </div>
      <button type="button" className="btn primary" onClick={() => setAsking(true)}>
        {t.update(found.new_version)}
      </button>
      {asking && <UpdateDialog found={found} onGone={onGone} onClose={() => setAsking(false)} />}
    </section>
  )
}

/** Section 6 of the console: what runs, what is newer, and the way there. */
export function Update() {
  const t = useWords(updateWords)
  const queries = useQueryClient()
  const found = useQuery(findUpdate())
  const [looking, setLooking] = useState(false)
  const [away, setAway] = useState('')
  const look = async () => {
    setLooking(true)
    try {
      queries.setQueryData(findUpdate().queryKey, await api.adminUpdate.checkUpdate({ again: '1' }))
    } catch (error) {
      toast((error as Error).message, 'bad')
    }
    setLooking(false)
  }
  if (away) return <UpdateRestarting version={away} />
  return (
    <>
      <div className="adm-head">
        <h1>{t.title}</h1>
        {found.data?.state === 'ready' && (
          <button type="button" className="btn" disabled={looking} onClick={() => void look()}>
            <RotateCw className="i" aria-hidden="true" />
            {looking ? t.looking : t.again}
          </button>
        )}
      </div>
      {found.data ? (
        <Found found={found.data} onGone={setAway} />
      ) : found.error ? (
        <ErrorNote title={t.failedTitle} error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton lines={4} />
      )}
    </>
  )
}

function Found({ found, onGone }: { found: FoundUpdate; onGone: (version: string) => void }) {
  const t = useWords(updateWords)
  const isReady = found.state === 'ready'
  return (
    <div className="adm-update">
      {found.failed && (
        <p className="line-note bad" role="alert">
          {t.failedBefore(found.failed.version, found.failed.problem)}
        </p>
      )}
      <p>
        {t.here(found.version)} {isReady && !found.new_version && t.newest}
      </p>
      {isReady && found.new_version && <UpdateOffer found={found} onGone={onGone} />}
      {isReady ? <p className="muted">{t.from(found.source)}</p> : <UpdateByHand found={found} />}
    </div>
  )
}

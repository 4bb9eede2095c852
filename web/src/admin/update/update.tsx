import type { Answer } from '@sheaf/contract/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ExternalLink, RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { PushCode } from '../../items/push/code.tsx'
import { api, read } from '../../lib/api.ts'
import { readBoot } from '../../lib/boot.ts'
import { sizeOf } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { FieldError } from '../../ui/forms/form-foot.tsx'
import { PageHead } from '../../ui/frame/page-head.tsx'
import { NewTab } from '../../ui/icon-button.tsx'
import { OwnPasswordDialog } from '../../ui/own-password-dialog.tsx'
import { ErrorNote, Skeleton } from '../../ui/placeholder.tsx'
import { useSend } from '../../ui/send.ts'
import { updateWords } from './update.words.ts'

type Way = 'terminal' | 'registry' | 'source' | 'chart' | 'manifest'

/** The commands of each installation. An image comes from a registry, or is built from the source. */
const lines: Record<FoundUpdate['installed_by'], { [way in Way]?: string[] }> = {
  git: { terminal: ['npx --no-install sheaf backup', 'git pull', 'npm start'] },
  docker: {
    registry: ['docker compose pull', 'docker compose up -d'],
    source: ['git pull', 'docker compose build', 'docker compose up -d'],
  },
  kubernetes: {
    chart: ['helm upgrade sheaf deploy/helm/sheaf --namespace docs --reset-then-reuse-values'],
    manifest: ['kubectl --namespace docs set image deployment/sheaf sheaf=ghcr.io/example/sheaf:NEW_VERSION'],
  },
  folder: { terminal: ['npx --no-install sheaf backup', 'npm start'] },
}
const WAYS: Way[] = ['terminal', 'registry', 'source', 'chart', 'manifest']

/** Why the server cannot update itself, and the commands to run instead. */
function UpdateByHand({ found }: { found: FoundUpdate }) {
  const t = useWords(updateWords)
  return (
    <>
      {found.state !== 'ready' && <p>{t[found.state]}</p>}
      <section className="adm-by-hand">
        <h2>{t.byHand}</h2>
        <p>{t[found.installed_by]}</p>
        {WAYS.map((way) => {
          const commands = lines[found.installed_by][way]
          return commands && <PushCode key={way} name={t[way]} text={commands.join('\n')} />
        })}
        <p className="muted">{t.backupFirst}</p>
      </section>
    </>
  )
}

interface Props {
  found: FoundUpdate
  onRestart: (version: string) => void
  onClose: () => void
}

/** Explains the update and requires the administrator's password; then downloads and installs the version. */
function UpdateDialog({ found, onRestart, onClose }: Props) {
  const t = useWords(updateWords)
  const needsBackup = found.needs_backup === '1'
  const [hasBackup, setHasBackup] = useState(false)
  const [isBackupMissing, setBackupMissing] = useState(false)
  const [step, setStep] = useState('')
  const check = () => {
    setBackupMissing(needsBackup && !hasBackup)
    return !needsBackup || hasBackup
  }
  const install = async (password: string) => {
    const { new_version, file_url } = found
    setStep(t.downloading)
    let isThere = found.is_staged === '1'
    /* The call returns after a while even if the download is not finished, so that no gateway times out. */
    while (!isThere) isThere = (await api.adminUpdate.download({ new_version, file_url, password })).is_staged === '1'
    setStep(t.switching)
    const installed = await api.adminUpdate.updateFiles({ password, has_backup: hasBackup ? '1' : '' })
    onRestart(installed.new_version)
  }
  return (
    <OwnPasswordDialog
      title={t.dialogTitle(found.new_version)}
      action={t.do}
      working={step}
      isLocking
      label={t.password}
      missing={t.passwordMissing}
      below={
        <>
          {needsBackup && (
            <label className="check">
              <input type="checkbox" checked={hasBackup} onChange={(event) => setHasBackup(event.target.checked)} /> {t.hasBackup}
            </label>
          )}
          <FieldError>{isBackupMissing && t.backupMissing}</FieldError>
        </>
      }
      check={check}
      onSend={install}
      onClose={onClose}
    >
      <p>{needsBackup ? t.dialogTextPostgres : t.dialogText}</p>
      <p className="muted adm-writing">{t.writing}</p>
    </OwnPasswordDialog>
  )
}

export type FoundUpdate = Answer<'adminUpdate', 'checkUpdate'>

/** Query for a newer version, shared by the menu and the update section. */
export const findUpdate = () => ({ ...read(api.adminUpdate.checkUpdate, {}), staleTime: 10 * 60_000 })

/** Whether the server responds. */
const isServerUp = () =>
  fetch(`${readBoot().base}/healthz`, { cache: 'no-store', signal: AbortSignal.timeout(5000) }).then(
    (reply) => reply.ok,
    () => false,
  )

/** The earliest reload of the page, and the time after which it reports a slow restart. */
const RESTART_MIN_SECONDS = 7
const RESTART_SLOW_SECONDS = 120

/** Shown during the restart. Reloads the page when the server responds, but not within the first seven seconds. */
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

/** The newer version, with the button to update. */
function UpdateOffer({ found, onGone }: { found: FoundUpdate; onGone: (version: string) => void }) {
  const t = useWords(updateWords)
  const [confirming, setConfirming] = useState(false)
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
      <button type="button" className="btn primary" onClick={() => setConfirming(true)}>
        {t.update(found.new_version)}
      </button>
      {confirming && <UpdateDialog found={found} onRestart={onGone} onClose={() => setConfirming(false)} />}
    </section>
  )
}

/** Section 6 of the console: the running version, a newer version and the update. */
export function Update() {
  const t = useWords(updateWords)
  const queries = useQueryClient()
  const found = useQuery(findUpdate())
  const [away, setAway] = useState('')
  const check = async () => queries.setQueryData(findUpdate().queryKey, await api.adminUpdate.checkUpdate({ again: '1' }))
  const looking = useSend(check, { failed: true })
  if (away) return <UpdateRestarting version={away} />
  return (
    <>
      <PageHead
        title={t.title}
        action={
          found.data?.state === 'ready' && (
            <button type="button" className="btn" disabled={looking.busy} onClick={() => void looking.send(undefined)}>
              <RotateCw className="i" aria-hidden="true" />
              {looking.busy ? t.looking : t.again}
            </button>
          )
        }
      />
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

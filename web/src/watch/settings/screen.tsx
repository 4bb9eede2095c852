import '../watch.css'
import './settings.css'
import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { api, read } from '../../lib/api.ts'
import type { Account } from '../../lib/boot.ts'
import { Redirect } from '../../lib/navigation/provider.tsx'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { zoneHere } from '../../session/zone.ts'
import { PageHead } from '../../ui/frame/page-head.tsx'
import { Bone, ErrorNote, Skeleton } from '../../ui/placeholder.tsx'
import { useSend } from '../../ui/send.ts'
import { SavedMark } from '../../ui/settings/block.tsx'
import { toast } from '../../ui/toast.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { PersonalFrame } from '../../user/settings/frame.tsx'
import { WatchList } from './list.tsx'
import { Rows } from './rows.tsx'
import { type Saving, type Settings, settingsOf, useSaving } from './saving.ts'
import { watchSettingWords } from './settings.words.ts'
import { Times } from './times.tsx'

/** Why no mail is sent, and what the user can do about it. */
function NoMail({ mail, email }: Settings) {
  const t = useWords(watchSettingWords)
  const verify = useSend(api.user.sendVerifyMail, { done: t.verifySent(email), failed: true })
  if (mail === 'ok') return null
  if (mail === 'off') return <p className="line-note watch-note">{t.off}</p>
  if (mail === 'no_address')
    return (
      <p className="line-note watch-note">
        {t.no_address} <Link to={paths.setting()}>{t.addAddress}</Link>
      </p>
    )
  return (
    <p className="line-note watch-note">
      <span>{t[mail](email)}</span>
      <button type="button" disabled={verify.busy} onClick={() => void verify.send({})}>
        {t.sendVerify}
      </button>
    </p>
  )
}

/** An account that gets no mail about anything is offered the usual times. */
function Offer({ saving: { settings, choose } }: { saving: Saving }) {
  const t = useWords(watchSettingWords)
  const { rows, mail } = settings
  if (mail !== 'ok' || Object.values(rows).some((row) => row.mail !== 'none')) return null
  const usual = {
    ...rows,
    to_me: { ...rows.to_me, mail: 'soon' as const },
    watched: { ...rows.watched, mail: 'daily' as const },
    feedback: { ...rows.feedback, mail: 'weekly' as const },
  }
  return (
    <p className="line-note info watch-note">
      <span>{t.offer}</span>
      <button type="button" onClick={() => choose({ rows: usual })}>
        {t.offerDo}
      </button>
    </p>
  )
}

/** Whether the last choices are saved. */
function SaveState({ saving: { busy, error, isDone, again } }: { saving: Saving }) {
  const t = useWords(watchSettingWords)
  const ui = useWords(uiWords)
  return (
    <div className="watch-state" role="status">
      {error ? (
        <>
          <span className="watch-wrong">{t.notSaved(error.message)}</span>
          <button type="button" className="watch-link" onClick={again}>
            {t.again}
          </button>
        </>
      ) : busy ? (
        <span className="muted">{ui.saving}</span>
      ) : (
        isDone && <SavedMark>{ui.saved}</SavedMark>
      )}
    </div>
  )
}

function Preview() {
  const t = useWords(watchSettingWords)
  const preview = useSend(api.watch.preview, {
    failed: t.previewFailed,
    onDone: ({ email, lines }) => toast(Number(lines) ? t.previewSent(email, Number(lines)) : t.previewNone(email)),
  })
  return (
    <button type="button" className="btn quiet small" disabled={preview.busy} onClick={() => void preview.send({})}>
      <Send className="i" aria-hidden="true" />
      {t.preview}
    </button>
  )
}

function Part({ title, end, children }: { title: string; end?: ReactNode; children: ReactNode }) {
  return (
    <section className="watch-part">
      <div className="watch-head">
        <h2>{title}</h2>
        {end}
      </div>
      {children}
    </section>
  )
}

function Choices({ stored }: { stored: Settings }) {
  const t = useWords(watchSettingWords)
  const saving = useSaving(stored)
  const { settings } = saving
  const { mail } = settings
  const hasSoon = Object.values(settings.rows).some((row) => row.mail === 'soon')
  const isFull = Number(settings.sent_today) >= Number(settings.day_max)
  const knowsNoZone = stored.zone === ''
  const report = useSend(api.watch.saveSettings)
  const isReported = useRef(false)
  useEffect(() => {
    // The first visit reports the zone of the browser. The user has chosen nothing, so the screen says nothing about it.
    if (!knowsNoZone || isReported.current) return
    isReported.current = true
    void report.send({ zone: zoneHere() })
  })
  return (
    <>
      <NoMail {...stored} />
      <Offer saving={saving} />
      <Rows saving={saving} />
      <div className="watch-below">
        <p className="help">
          {mail === 'ok' && isFull ? t.dayFull(Number(settings.sent_today)) : hasSoon && mail !== 'off' ? t.soonText : ''}
        </p>
        <SaveState saving={saving} />
      </div>
      {mail !== 'off' && (
        <Part title={t.when} end={mail === 'ok' && <Preview />}>
          <Times saving={saving} />
        </Part>
      )}
    </>
  )
}

/* In the final sizes: a row is 61 px high. */
const Waiting = () => (
  <Skeleton>
    {['a', 'b', 'c', 'd'].map((key) => (
      <Bone key={key} height={45} />
    ))}
    <Bone width={120} height={22} />
    <Bone height={62} />
  </Skeleton>
)

function Watching({ account }: { account: Account }) {
  const t = useWords(watchSettingWords)
  const { data, error, refetch } = useQuery({ ...read(api.watch.settings, {}), refetchOnMount: 'always', refetchOnWindowFocus: 'always' })
  return (
    <PersonalFrame account={account} part="watching" title={t.title}>
      <div className="watch-screen">
        <PageHead title={t.title} about={data?.mail === 'ok' ? t.aboutMail(data.email, Number(data.day_max)) : t.about} />
        {data ? (
          <Choices stored={settingsOf(data)} />
        ) : error ? (
          <ErrorNote title={t.failed} error={error} onRetry={() => void refetch()} />
        ) : (
          <Waiting />
        )}
        <WatchList />
      </div>
    </PersonalFrame>
  )
}

/** /user/watching: which news the user gets, when there is mail about it, and what they watch. */
export function WatchingScreen() {
  const account = useAccount()
  if (!account) return <Redirect to={paths.login(paths.watching())} />
  return <Watching account={account} />
}

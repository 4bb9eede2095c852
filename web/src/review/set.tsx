import './review.css'
import { REVIEW_DAYS_MAX } from '@sheaf/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api, read } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError, FormActions } from '../ui/forms/form-foot.tsx'
import { Radios } from '../ui/forms/radios.tsx'
import { Bone, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { useSend } from '../ui/send.ts'
import { daysOf, idsOf, keyOf, OFF, PeriodField, periodOf, StewardField, type Where } from './fields.tsx'
import { isNoOne, usePeriod, usualPeriods } from './mark.tsx'
import { reviewPanelWords, reviewSetWords, reviewWords } from './review.words.ts'
import type { ReviewInfo } from './types.ts'

interface FormProps {
  info: ReviewInfo
  where: Where
  /** The buttons; `save` submits. */
  actions: (busy: boolean, isChanged: boolean) => ReactNode
  onDone: () => void
}

/** What holds while a place has nothing of its own. What it covers up at the places above is not known here. */
function useInherited({ kind, subject_id, steward, period }: ReviewInfo) {
  const t = useWords(reviewSetWords)
  const r = useWords(reviewWords)
  const periodText = usePeriod()
  const isOwn = ({ from_kind, from_id }: Pick<ReviewInfo['period'], 'from_kind' | 'from_id'>) =>
    from_kind === kind && from_id === subject_id
  const who = () => {
    if (kind === 'item') return r.noOne
    if (isOwn(steward)) return t.inherit
    return isNoOne(steward) ? r.noOne : t.inherited(steward.team_name || steward.name || steward.username)
  }
  const when = () => {
    if (kind === 'item') return periodText('0')
    if (isOwn(period)) return t.inherit
    if (period.days === '0') return periodText('0')
    const months = usualPeriods.get(period.days)
    return months ? t.inheritedMonths(months) : t.inheritedDays(Number(period.days))
  }
  return { steward: who(), period: when() }
}

/** What is set at a page, a catalog or an item itself. */
export function SetForm({ info, where, actions, onDone }: FormProps) {
  const t = useWords(reviewSetWords)
  const { own, kind, subject_id, item_id } = info
  const [steward, setSteward] = useState(own.is_gone ? '' : keyOf(own))
  const [period, setPeriod] = useState(() => periodOf(own))
  const [isTried, setTried] = useState(false)
  const save = useSend(api.review.set, { done: t.saved, onDone })
  const days = daysOf(period.value, period.days)
  const inherited = useInherited(info)
  const was = periodOf(own)
  const isChanged = steward !== keyOf(own) || period.value !== was.value || period.days !== was.days
  const submit = () => {
    setTried(true)
    if (days === undefined || !isChanged) return
    void save.send({ item_id, subjects: JSON.stringify([{ kind, subject_id }]), ...idsOf(steward), ...days })
  }
  return (
    <form
      className="rev-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <StewardField
        where={where}
        label={t.who}
        value={steward}
        known={own.is_gone ? undefined : own}
        empty={inherited.steward}
        onChange={setSteward}
        onClear={() => setSteward('')}
      />
      <p className="help rev-help">{t.whoHelp}</p>
      <PeriodField
        {...period}
        first={[['0', inherited.period], ...(kind === 'item' ? [] : [[OFF, t.periodOff] as [string, string]])]}
        wrong={isTried && days === undefined ? t.daysWrong(REVIEW_DAYS_MAX) : undefined}
        onChange={(value) => setPeriod({ ...period, value })}
        onDays={(next) => setPeriod({ ...period, days: next })}
      />
      <FieldError>{save.error?.message}</FieldError>
      <div className="row rev-acts">{actions(save.busy, isChanged)}</div>
    </form>
  )
}

interface PlaceProps extends Omit<FormProps, 'info'> {
  subject: { kind: 'catalog' | 'item'; subject_id: string }
}

/** The form of a catalog or an item, with its states. */
export function SetPlace({ subject: { kind, subject_id }, ...props }: PlaceProps) {
  const t = useWords(reviewSetWords)
  const p = useWords(reviewPanelWords)
  const info = useQuery({ ...read(api.review.info, { kind, subject_id }), gcTime: 0 })
  const { data } = info
  if (info.error && !data) return <ErrorNote title={t.failed} error={info.error} onRetry={() => void info.refetch()} />
  if (!data || info.isFetching)
    return (
      <Skeleton>
        <Bone width={120} height={14} />
        <Bone height={36} />
        <Bone width={120} height={14} />
        <Bone height={36} />
      </Skeleton>
    )
  return (
    <>
      {data.own.is_gone && <p className="line-note">{p.isGone(data.own.name || data.own.username || data.own.team_name)}</p>}
      <SetForm info={data} {...props} />
    </>
  )
}

interface CatalogProps {
  item_id: string
  cat_id: string
  name: string
  onClose: () => void
}

/** Who is responsible for a catalog, and how often its pages are reviewed. */
export function CatalogReviewDialog({ item_id, cat_id, name, onClose }: CatalogProps) {
  const t = useWords(reviewSetWords)
  const p = useWords(reviewPanelWords)
  return (
    <Dialog title={t.catalogTitle(name)} onClose={onClose}>
      <p>{t.catalogAbout}</p>
      <SetPlace
        subject={{ kind: 'catalog', subject_id: cat_id }}
        where={{ item_id, cat_id }}
        onDone={onClose}
        actions={(busy, isChanged) => (
          <>
            <button type="submit" className="btn primary" aria-busy={busy} disabled={!isChanged}>
              {t.save}
            </button>
            <button type="button" className="btn" onClick={onClose}>
              {p.cancel}
            </button>
          </>
        )}
      />
    </Dialog>
  )
}

type SetWhat = 'steward' | 'period' | 'both'

interface ManyProps {
  what: SetWhat
  /** "14 pages and 2 catalogs". */
  name: string
  /** By item: the calls are one for each. */
  groups: { item_id: string; subjects: { kind: 'page' | 'catalog'; subject_id: string }[] }[]
  onClose: () => void
  onDone: () => void
}

const KEEP = 'keep'

/** Sets steward, period or both of many pages and catalogs; what stays as it is is not sent. */
export function SetManyDialog({ what, name, groups, onClose, onDone }: ManyProps) {
  const t = useWords(reviewSetWords)
  const [mode, setMode] = useState(what === 'both' ? KEEP : 'choose')
  const [steward, setSteward] = useState('')
  const [period, setPeriod] = useState({ value: what === 'period' ? '180' : KEEP, days: '' })
  const [isTried, setTried] = useState(false)
  const count = groups.reduce((sum, { subjects }) => sum + subjects.length, 0)
  const send = async (fields: { uid?: string; team_id?: string; days?: string; no_period?: string }) => {
    for (const { item_id, subjects } of groups) await api.review.set({ item_id, subjects: JSON.stringify(subjects), ...fields })
  }
  const save = useSend(send, { changes: api.review.set, done: t.savedMany(count), onDone })
  const days = period.value === KEEP || what === 'steward' ? KEEP : daysOf(period.value, period.days)
  const isSteward = what !== 'period' && mode !== KEEP
  const lacks = isSteward && mode === 'choose' && steward === ''
  const isNothing = !isSteward && days === KEEP
  const submit = () => {
    setTried(true)
    if (days === undefined || lacks || isNothing) return
    void save.send({ ...(isSteward && idsOf(mode === 'choose' ? steward : '')), ...(days !== KEEP && days) })
  }
  // People who can edit in one item say nothing about another, so the first one is asked; the server checks each.
  const item_id = groups[0]?.item_id ?? '0'
  return (
    <Dialog
      title={what === 'period' ? t.periodTitle(name) : t.manyTitle(name)}
      onClose={onClose}
      onSubmit={submit}
      actions={<FormActions action={t.save} disabled={save.busy || lacks || isNothing} onClose={onClose} />}
    >
      {what !== 'period' && (
        <Radios
          label={t.who}
          stacked
          options={(what === 'both' ? ([KEEP, 'choose', 'remove'] as const) : (['choose', 'remove'] as const)).map((one) => ({
            value: one,
            label: t[one],
          }))}
          value={mode}
          onChange={setMode}
        />
      )}
      {what !== 'period' && mode === 'choose' && (
        <StewardField
          where={{ item_id }}
          label={t.someone}
          value={steward}
          empty={t.find}
          onChange={setSteward}
          onClear={() => setSteward('')}
        />
      )}
      {what !== 'steward' && (
        <PeriodField
          {...period}
          first={[...(what === 'both' ? [[KEEP, t.keep] as [string, string]] : []), ['0', t.remove], [OFF, t.periodOff]]}
          wrong={isTried && days === undefined ? t.daysWrong(REVIEW_DAYS_MAX) : undefined}
          onChange={(value) => setPeriod({ ...period, value })}
          onDays={(next) => setPeriod({ ...period, days: next })}
        />
      )}
      <FieldError>{save.error?.message}</FieldError>
    </Dialog>
  )
}

import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { type ApiError, api, isError, read } from '../../lib/api.ts'
import { longDate } from '../../lib/format.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { FormPassword, FormSelect, FormText } from '../../ui/forms/form-fields.tsx'
import { useSend } from '../../ui/send.ts'
import { Block } from '../../ui/settings/block.tsx'
import { SettingsForm } from '../../ui/settings/settings-form.tsx'
import { toast } from '../../ui/toast.tsx'
import { scheduleWords } from './schedule.words.ts'

type Address = Answer<'source', 'schedule'>

/** What the field of a stored secret shows; sent back, it keeps the secret. */
const KEPT = '********'

const valuesOf = ({ url, every_hours, header_name }: Address) => ({
  url,
  every_hours: String(url ? every_hours : 24),
  header_name,
  header_value: header_name ? KEPT : '',
})

const known = ['moved', 'tooBig', 'timeout', 'name', 'unreachable', 'certificate', 'brokenOff'] as const
const refusals: Record<string, 'forbidden' | 'busy' | 'tooBig' | 'many' | 'other' | 'owner'> = {
  'refused:outboundForbidden': 'forbidden',
  'refused:outboundAddress': 'forbidden',
  'refused:sourceBusy': 'busy',
  'refused:importTextTooBig': 'tooBig',
  'refused:sourceParts': 'many',
  'refused:sourceTables': 'many',
  'refused:sourceColumns': 'many',
  'refused:sourceOther': 'other',
  'refused:ownerDisabled': 'owner',
}

/** Why a fetch failed, as a sentence. */
function useProblem() {
  const t = useWords(scheduleWords)
  return (problem: string) => {
    const word = known.find((one) => one === problem)
    if (word) return t[word]
    const [, status] = /^status:(.*)$/.exec(problem) ?? []
    if (status) return ['401', '403'].includes(status) ? t.denied(status) : t.status(status)
    return problem === 'header' ? t.secret : t[refusals[problem] ?? 'refused']
  }
}

/** When the address was read last and is read next, or since when that fails, and why. */
function Seen({ address }: { address: Address }) {
  const t = useWords(scheduleWords)
  const language = useLanguage()
  const problemText = useProblem()
  const when = (seconds: string) => longDate(Number(seconds), language)
  if (address.problem)
    return (
      <p className="src-fetch-failed">
        {t.since(when(address.problem_since))} {problemText(address.problem)}
      </p>
    )
  if (Number(address.check_time) === 0) return null
  const texts = [t.fetched(when(address.check_time)), Number(address.next_time) > 0 && t.next(when(address.next_time))]
  return <p className="src-help">{texts.filter(Boolean).join(' · ')}</p>
}

interface Props {
  source_id: string
  /** Whether a version waits for a decision. */
  isHeld: boolean
}

function FetchNow({ source_id, isHeld }: Props) {
  const t = useWords(scheduleWords)
  const problemText = useProblem()
  const { send, busy } = useSend(api.source.fetch, {
    failed: true,
    onDone: ({ report, problem }) => {
      if (problem) toast(t.unread, 'bad', { detail: problemText(problem) })
      else if (report?.state === 'held') toast(t.held)
      else toast(report && report.state !== 'same' ? t.applied : isHeld ? t.stillHeld : t.same)
    },
  })
  return (
    <button type="button" className="btn" disabled={busy} onClick={() => void send({ source_id })}>
      {busy ? t.fetching : t.now}
    </button>
  )
}

const fieldOf = (error: ApiError) => {
  if (isError(error, 'outboundAddress', 'outboundForbidden')) return 'url'
  return isError(error, 'sourceHeader') ? 'header_value' : isError(error, 'badInput') ? 'header_name' : undefined
}

/** Where a source is fetched from and how often; for managers of the item. */
export function Schedule({ source_id, isHeld }: Props) {
  const t = useWords(scheduleWords)
  const { data } = useQuery(read(api.source.schedule, { source_id }))
  if (!data) return null
  const isOn = data.is_on === '1'
  return (
    <SettingsForm
      name={t.title}
      stored={valuesOf(data)}
      reload={async () => valuesOf(await api.source.schedule({ source_id }))}
      onSave={(_, all) => api.source.saveSchedule({ source_id, ...all, header_value: all.header_name ? all.header_value : '' })}
      shownAfter={(values) => ({ ...values, header_value: values.header_name ? KEPT : '' })}
      fieldOf={fieldOf}
      call={api.source.saveSchedule}
    >
      <Block title={t.title} about={t.about}>
        {!isOn && <p className="line-note">{t.off}</p>}
        <FormText name="url" label={t.url} help={t.urlHelp} maxLength={2000} type="url" spellCheck={false} optional />
        <FormSelect name="every_hours" label={t.every}>
          <option value="1">{t.hourly}</option>
          <option value="6">{t.six}</option>
          <option value="24">{t.daily}</option>
          <option value="168">{t.weekly}</option>
          <option value="0">{t.never}</option>
        </FormSelect>
        <div className="src-pair">
          <FormText name="header_name" label={t.header} help={t.headerHelp} maxLength={100} spellCheck={false} optional />
          <FormPassword name="header_value" label={t.value} help={t.valueHelp} maxLength={4000} optional />
        </div>
        {data.url && (
          <>
            <Seen address={data} />
            {isOn && <FetchNow source_id={source_id} isHeld={isHeld} />}
          </>
        )}
      </Block>
    </SettingsForm>
  )
}

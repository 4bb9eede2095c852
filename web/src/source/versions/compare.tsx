import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api, isMissing, read } from '../../lib/api.ts'
import { shortDate } from '../../lib/format.ts'
import { useNavigate } from '../../lib/navigation/provider.tsx'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { SelectField } from '../../ui/forms/select.tsx'
import { ErrorNote } from '../../ui/placeholder.tsx'
import { ChangeList, ChangeTags } from '../changes.tsx'
import { useLabelOf } from '../state.tsx'
import { compareWords } from './compare.words.ts'
import type { Version } from './versions.tsx'

interface Chosen {
  from: string
  to: string
}

const isNumber = (text: string | null): text is string => text !== null && /^[1-9]\d{0,8}$/.test(text)

function Result({ source_id, item_id, from, to, title }: Chosen & { source_id: string; item_id: string; title: string }) {
  const t = useWords(compareWords)
  const language = useLanguage()
  const wanted = read(api.source.compare, { source_id, from_seq: from, to_seq: to, language })
  const { data, error, refetch } = useQuery({ ...wanted, enabled: from !== to, staleTime: Number.POSITIVE_INFINITY })
  if (from === to) return <p className="muted">{t.itself}</p>
  if (error && isMissing(error)) return <p className="line-note">{t.missing}</p>
  if (error) return <ErrorNote title={t.failed} error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <p className="muted" role="status">
        {t.comparing}
      </p>
    )
  const counts = { breaking: Number(data.breaking), risky: Number(data.risky), safe: Number(data.safe), words: Number(data.words) }
  const total = counts.breaking + counts.risky + counts.safe + counts.words
  return (
    <section aria-label={title}>
      <h3 className="src-compared">
        {title} <ChangeTags counts={counts} />
      </h3>
      {total === 0 ? <p className="muted">{t.same}</p> : <ChangeList changes={data.changes} total={total} item_id={item_id} />}
    </section>
  )
}

/** Two stored versions of a source, chosen by a person, with what the second changes since the first. */
export function Compare({ source_id, item_id, versions }: { source_id: string; item_id: string; versions: Version[] }) {
  const t = useWords(compareWords)
  const language = useLanguage()
  const labelOf = useLabelOf()
  const go = useNavigate()
  const [address] = useSearchParams()
  const known = versions.filter(({ state }) => state !== 'dropped')
  const [newest, previous] = known
  const [from, to] = [address.get('from'), address.get('to')]
  const shown = isNumber(from) && isNumber(to) ? { from, to } : undefined
  const [chosen, setChosen] = useState<Chosen>(shown ?? { from: previous?.seq ?? '', to: newest?.seq ?? '' })
  if (!newest || !previous) return null

  const show = (next: Chosen) => void go(paths.source(item_id, source_id, next), { replace: true })
  const choose = (part: Partial<Chosen>) => {
    const next = { ...chosen, ...part }
    setChosen(next)
    if (shown) show(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    show(chosen)
  }
  const nameOf = (version: Version) => {
    const label = labelOf(version)
    return version.is_current === '1' ? t.now(label) : version.state === 'held' ? t.held(label) : label
  }
  const labelled = (seq: string) => {
    const version = known.find((one) => one.seq === seq)
    return version ? labelOf(version) : labelOf({ label: '', seq })
  }
  const options = (value: string) => (
    <>
      {!known.some(({ seq }) => seq === value) && <option value={value}>{labelled(value)}</option>}
      {known.map((version) => (
        <option key={version.seq} value={version.seq}>
          {t.option(nameOf(version), shortDate(Number(version.addtime), language))}
        </option>
      ))}
    </>
  )
  return (
    <section className="src-part" aria-labelledby="src-compare">
      <h2 id="src-compare">{t.title}</h2>
      <p className="muted">{t.about}</p>
      <form className="src-compare" onSubmit={submit}>
        <SelectField label={t.from} value={chosen.from} onChange={(value) => choose({ from: value })}>
          {options(chosen.from)}
        </SelectField>
        <SelectField label={t.to} value={chosen.to} onChange={(value) => choose({ to: value })}>
          {options(chosen.to)}
        </SelectField>
        {!shown && (
          <button type="submit" className="btn">
            {t.compare}
          </button>
        )}
      </form>
      {shown && <Result {...{ source_id, item_id, ...shown }} title={t.result(labelled(shown.from), labelled(shown.to))} />}
    </section>
  )
}

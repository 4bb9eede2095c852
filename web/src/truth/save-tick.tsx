import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, read, withoutLoginRedirect } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { saveTickWords } from './truth.words.ts'

interface Props {
  page_id: string
  isOn: boolean
  onChange: (on: boolean) => void
}

/** "The page now reflects the change", at the save of a page with sources that have changed; nothing on other pages. */
export function SaveTick({ page_id, isOn, onChange }: Props) {
  const t = useWords(saveTickWords)
  const { data } = useQuery({ ...read(api.truth.page, withoutLoginRedirect({ page_id })), enabled: page_id !== '0' })
  const stale = data?.can_accept === '1' ? data.proofs.filter(({ state }) => state === 'stale').length : 0
  const isStale = stale > 0
  // A save has confirmed them, so the next save confirms nothing.
  useEffect(() => {
    if (!isStale && isOn) onChange(false)
  }, [isStale, isOn, onChange])
  if (!isStale) return null
  return (
    <section className="line-note info truth-tick" aria-label={t.title}>
      <span>{t.changed(stale)}</span>
      <label className="check" title={t.help}>
        <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
        {t.tick}
      </label>
    </section>
  )
}

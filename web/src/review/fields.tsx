import { REVIEW_DAYS_MAX } from '@sheaf/contract/limits'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, read } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { ComboboxField } from '../ui/forms/combobox.tsx'
import { Field } from '../ui/forms/field.tsx'
import { SelectField } from '../ui/forms/select.tsx'
import { personText } from '../ui/person.tsx'
import { isNoOne, usePeriod, usualPeriods } from './mark.tsx'
import { reviewSetWords, reviewWords } from './review.words.ts'
import type { ReviewInfo, Steward } from './types.ts'

const ASK_AFTER_MS = 150

/** Where someone is responsible; both absent: the whole item. */
export interface Where {
  item_id: string
  cat_id?: string
  page_id?: string
}

/** A steward as the value of a field: `u5`, `t4`, or '' for no one. */
export const keyOf = (steward: Pick<Steward, 'uid' | 'team_id'>) =>
  isNoOne(steward) ? '' : steward.team_id !== '0' ? `t${steward.team_id}` : `u${steward.uid}`
export const idsOf = (key: string) => ({ uid: key.startsWith('u') ? key.slice(1) : '0', team_id: key.startsWith('t') ? key.slice(1) : '0' })

interface StewardProps {
  where: Where
  label: string
  value: string
  /** The chosen one, which a search need not find. */
  known?: Steward | undefined
  /** Without teams: a person is asked. */
  onlyPeople?: boolean
  /** The placeholder of the empty field. */
  empty: string
  wrong?: string | undefined
  onChange: (key: string, name: string) => void
  onClear?: () => void
}

/** Chooses a person or a team that can be responsible; the server searches. */
export function StewardField({ where, label, value, known, onlyPeople = false, empty, onChange, onClear }: StewardProps) {
  const t = useWords(reviewSetWords)
  const r = useWords(reviewWords)
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const [chosen, setChosen] = useState(known)
  useEffect(() => {
    const timer = setTimeout(setAsked, ASK_AFTER_MS, typed)
    return () => clearTimeout(timer)
  }, [typed])
  const { item_id, cat_id = '0', page_id = '0' } = where
  const found = useQuery({ ...read(api.review.people, { item_id, cat_id, page_id, text: asked }), placeholderData: keepPreviousData })
  const all = [...(found.data?.people ?? []), ...(onlyPeople ? [] : (found.data?.teams ?? []))]
  if (chosen && !isNoOne(chosen) && !all.some((one) => keyOf(one) === keyOf(chosen))) all.unshift(chosen)
  const nameOf = (one: Steward) => (one.team_id !== '0' ? r.team(one.team_name) : personText(one.username, one.name))
  return (
    <ComboboxField
      label={label}
      value={value || undefined}
      placeholder={empty}
      options={all.map((one) => ({ value: keyOf(one), label: nameOf(one) }))}
      waiting={found.isFetching || typed !== asked}
      empty={found.error ? t.peopleFailed : t.noneFound}
      onType={setTyped}
      onChange={(key) => {
        const one = all.find((other) => keyOf(other) === key)
        setChosen(one)
        onChange(key, one ? one.team_name || one.name || one.username : '')
      }}
      {...(onClear && { onClear })}
    />
  )
}

const OWN = 'own'
/** No reviews at this place, also with a period above. */
export const OFF = 'off'

interface PeriodProps {
  value: string
  days: string
  /** The option before the periods. */
  first: [value: string, text: string][]
  wrong: string | undefined
  onChange: (value: string) => void
  onDays: (days: string) => void
}

/** How often: the usual periods, or a number of days. */
export function PeriodField({ value, days, first, wrong, onChange, onDays }: PeriodProps) {
  const t = useWords(reviewSetWords)
  const period = usePeriod()
  return (
    <>
      <SelectField label={t.period} value={value} onChange={onChange}>
        {first.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
        {[...usualPeriods.keys()].map((one) => (
          <option key={one} value={one}>
            {period(one)}
          </option>
        ))}
        <option value={OWN}>{t.own}</option>
      </SelectField>
      {value === OWN && (
        <Field
          type="number"
          label={t.ownDays}
          min={1}
          max={REVIEW_DAYS_MAX}
          inputMode="numeric"
          value={days}
          wrong={wrong}
          onChange={(event) => onDays(event.target.value)}
        />
      )}
    </>
  )
}

/** The values of the two fields, as `review/set` takes it; undefined if they are wrong. */
export function daysOf(value: string, days: string): { days: string } | { no_period: string } | undefined {
  if (value === OFF) return { no_period: '1' }
  if (value !== OWN) return { days: value }
  const count = Number(days)
  return Number.isInteger(count) && count >= 1 && count <= REVIEW_DAYS_MAX ? { days: String(count) } : undefined
}

/** What a place has of its own as the values of the two fields. */
export function periodOf({ days, no_period }: ReviewInfo['own']): { value: string; days: string } {
  if (no_period) return { value: OFF, days: '' }
  return days === '0' || usualPeriods.has(days) ? { value: days, days: '' } : { value: OWN, days }
}

import './reminder.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { api, read } from '../../lib/api.ts'
import { shortDay } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { stored } from '../../lib/stored.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { secondStepWords } from './second-step.words.ts'

const DAY_SECONDS = 86_400
const FRESH_MS = 10 * 60_000

/** Whole days until a time in Unix seconds. */
export const daysUntil = (seconds: number, now = Date.now() / 1000) => Math.max(0, Math.floor((seconds - now) / DAY_SECONDS))

/**
 * For accounts that lack a second step which the site requires soon: a line, or null. "Later" hides it for a day in this browser. A screen
 * waits while `isLoading`, so that the line moves nothing.
 */
export function useSecondStepLine() {
  const account = useAccount()
  const { data, isLoading } = useQuery({ ...read(api.secondStep.info, {}), staleTime: FRESH_MS, enabled: account !== null })
  const key = `second-step-later-${account?.uid}`
  const [isLater, setLater] = useState(() => Number(stored.read(key)) > Date.now())
  const lacksPasskey = data !== undefined && data.passkey_from !== '0' && !data.methods.includes('passkey')
  const lacksStep = data?.is_required === true && data.methods.length === 0
  const from = Number((lacksStep ? data?.required_from : data?.passkey_from) ?? 0)
  const isDue = (lacksStep || lacksPasskey) && from * 1000 > Date.now() && !isLater
  const postpone = () => {
    stored.write(key, String(Date.now() + DAY_SECONDS * 1000))
    setLater(true)
  }
  return { isLoading, line: isDue ? <Line from={from} isPasskey={!lacksStep} onLater={postpone} /> : null }
}

function Line({ from, isPasskey, onLater }: { from: number; isPasskey: boolean; onLater: () => void }) {
  const t = useWords(secondStepWords)
  const language = useLanguage()
  return (
    <p className="line-note second-step-line">
      <span className="grow">
        {(isPasskey ? t.mustPasskey : t.must)(shortDay(from, language))}{' '}
        <Link to={paths.security()}>{isPasskey ? t.addPasskey : t.setUp}</Link>
      </span>
      <button type="button" onClick={onLater}>
        {t.later(daysUntil(from))}
      </button>
    </p>
  )
}

import './security.css'
import type { Answer } from '@sheaf/contract/client'
import { Laptop, type LucideIcon, Monitor, Smartphone, Terminal } from 'lucide-react'
import type { ReactNode } from 'react'
import { clock, shortDay } from '../../lib/format.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { SecurityRow } from './row.tsx'
import { securityWords } from './security.words.ts'

export type SessionRow = Answer<'session', 'getList'>[number]

const icons: Record<string, LucideIcon> = { Android: Smartphone, iOS: Smartphone, macOS: Laptop }

/** "today, 08:58", otherwise the day. */
export function useDay() {
  const t = useWords(securityWords)
  const language = useLanguage()
  return (seconds: string | number) => {
    const at = new Date(Number(seconds) * 1000)
    return at.toDateString() === new Date().toDateString() ? t.today(clock(at)) : shortDay(Number(seconds), language)
  }
}

/** The name of a session: browser and system, as far as they are known. */
export function useSessionName() {
  const t = useWords(securityWords)
  return ({ browser, system, is_program }: SessionRow) =>
    is_program ? t.program : [browser || t.unknown, system].filter(Boolean).join(' · ')
}

interface Props {
  sessions: readonly SessionRow[]
  /** The buttons of a session. */
  end?: (session: SessionRow) => ReactNode
}

/** Where a person is signed in, one row per session. */
export function SessionRows({ sessions, end }: Props) {
  const t = useWords(securityWords)
  const day = useDay()
  const nameOf = useSessionName()
  const ways: Record<string, string> = {
    password: t.password,
    code: t.code,
    trusted: t.trusted,
    recovery: t.recoveryCode,
    passkey: t.passkey,
    ldap: t.ldap,
    provider: t.provider,
    key: t.link,
  }
  const facts = (session: SessionRow) => [
    session.address,
    ways[session.way],
    t.since(day(session.addtime)),
    !session.is_own && t.lastUsed(day(session.seen_time)),
    session.is_program && t.betterToken,
  ]
  return sessions.map((session) => (
    <SecurityRow
      key={session.session_id}
      icon={session.is_program ? Terminal : (icons[session.system] ?? Monitor)}
      title={nameOf(session)}
      tag={
        <>
          {session.is_own && <span className="tag ok">{t.thisOne}</span>}
          {Number(session.trusted_until) * 1000 > Date.now() && <span className="tag">{t.trustedUntil(day(session.trusted_until))}</span>}
        </>
      }
      end={end?.(session)}
    >
      <p>{facts(session).filter(Boolean).join(' · ')}</p>
    </SecurityRow>
  ))
}

import type { Answer } from '@sheaf/contract/client'
import { ShieldAlert, ShieldCheck, ShieldOff } from 'lucide-react'
import { shortDay } from '../../lib/format.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { daysUntil } from '../second-step/reminder.tsx'
import { securityWords } from './security.words.ts'

/** Whether the account has a second step, and what the site requires. */
export function StateCard({ info }: { info: Answer<'secondStep', 'info'> }) {
  const t = useWords(securityWords)
  const language = useLanguage()
  const from = Number(info.required_from)
  const isFuture = from * 1000 > Date.now()
  const isOn = info.methods.length > 0
  const day = shortDay(from, language)
  const hasPasskey = info.methods.includes('passkey')
  const onText = !hasPasskey ? t.isOnText : info.methods.includes('totp') ? t.isOnBoth : t.isOnPasskey
  const needed = info.passkey_from === '0' || hasPasskey ? '' : t.needsPasskey(shortDay(Number(info.passkey_from), language))
  const required = !info.is_required ? '' : isFuture ? t.requiresFrom(day) : t.requires
  const isDue = info.is_required && !isOn
  const Icon = isOn ? ShieldCheck : isDue ? ShieldAlert : ShieldOff
  return (
    <section className="secure-state">
      <span className={isOn ? 'secure-mark ok' : isDue ? 'secure-mark warn' : 'secure-mark'}>
        <Icon className="i" aria-hidden="true" />
      </span>
      <div className="grow">
        <h2>{isOn ? t.isOn : isDue && isFuture ? t.dueTitle(day) : t.isOff}</h2>
        <p>
          {isOn
            ? [onText, needed || required].filter(Boolean).join(' ')
            : isDue && isFuture
              ? t.dueText(daysUntil(from))
              : [t.isOffText, required].filter(Boolean).join(' ')}
        </p>
      </div>
    </section>
  )
}

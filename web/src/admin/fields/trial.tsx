import '../login/trial.css'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { loginWords } from '../login/settings.words.ts'

type Outcome = { isFine: boolean; text: string }

interface ConnectionTestProps {
  about: string
  /** Says what came of it, or fails in the words of the server. */
  onTry: () => Promise<string>
  children?: ReactNode
}

/** Settings tried before they count. */
export function ConnectionTest({ about, onTry, children }: ConnectionTestProps) {
  const t = useWords(loginWords)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const run = async () => {
    setBusy(true)
    setOutcome(undefined)
    const end = await onTry().then(
      (text): Outcome => ({ isFine: true, text }),
      (error: Error): Outcome => ({ isFine: false, text: error.message }),
    )
    setOutcome(end)
    setBusy(false)
  }
  const Icon = outcome?.isFine ? CircleCheck : CircleAlert
  return (
    <section className="adm-box adm-trial" aria-label={t.trialTitle}>
      <h2>{t.trialTitle}</h2>
      <p className="adm-sub">{about}</p>
      {children}
      <button type="button" className="btn" disabled={busy} onClick={() => void run()}>
        {busy ? t.trying : t.trial}
      </button>
      <div role="status" className="adm-outcome">
        {outcome && (
          <p className={outcome.isFine ? 'line-note info' : 'line-note bad'}>
            <Icon className="i" aria-hidden="true" />
            <span>{outcome.text}</span>
          </p>
        )}
      </div>
    </section>
  )
}

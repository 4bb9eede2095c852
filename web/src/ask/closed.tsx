import { useRef } from 'react'
import { Link } from 'react-router'
import type { Account } from '../lib/boot.ts'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { useSwitchAccount } from '../session/session.ts'
import { useKeptFocus } from '../ui/kept-focus.ts'
import { askWords } from './ask.words.ts'
import { type AskedPlace, AskPlace } from './place.tsx'

/** Below the visit password of a closed page: for a person who is signed in and cannot read it. */
export function ClosedFor({ account, place, back, items }: { account: Account; place: AskedPlace; back: string; items: string }) {
  const t = useWords(askWords)
  const switchAccount = useSwitchAccount()
  const root = useRef<HTMLDivElement>(null)
  return (
    <div className="ask-closed" ref={root} {...useKeptFocus(root)}>
      <AskPlace place={place} />
      <p className="other">
        {t.signedIn(account.name || account.username)}{' '}
        <button type="button" className="ask-link" onClick={() => void switchAccount(back)}>
          {t.other}
        </button>{' '}
        · <Link to={paths.items()}>{items}</Link>
      </p>
    </div>
  )
}

import { useEffect, useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { answers } from '../answers.ts'
import { updateWords } from './update.words.ts'

/** SPEC 4. */
const SECONDS = 7
const LONG = 120

/** While the server is away: the page is loaded anew as soon as it answers, not before seven seconds have passed. */
export function UpdateAway({ version }: { version: string }) {
  const t = useWords(updateWords)
  const [passed, setPassed] = useState(0)
  useEffect(() => {
    const next = setTimeout(async () => {
      if (passed + 1 >= SECONDS && (await answers())) location.reload()
      else setPassed(passed + 1)
    }, 1000)
    return () => clearTimeout(next)
  }, [passed])
  return (
    <div className="adm-away" role="status">
      <span className="adm-spin" aria-hidden="true" />
      <h1>{t.awayTitle(version)}</h1>
      <p className="muted">{passed < SECONDS ? t.away(SECONDS - passed) : passed < LONG ? t.awayLonger : t.awayLong}</p>
    </div>
  )
}

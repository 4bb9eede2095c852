import { longDate, siteDay } from '../lib/format.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import type { Token } from './rows.ts'
import { tokenWords } from './token.words.ts'

const DAY = 86_400
/** Days before its end from which a token is marked. */
const SOON_DAYS = 7

interface Props {
  token: Pick<Token, 'ended_time' | 'ended_by' | 'until'>
  /** Seconds. */
  now: number
  /** As a sentence, outside a column named "Ends". */
  isSentence?: boolean
}

/** When a token or a connection ends or has ended. */
export function End({ token, now, isSentence = false }: Props) {
  const t = useWords(tokenWords)
  const language = useLanguage()
  const dayOf = (seconds: string) => siteDay(longDate(Number(seconds), language), language)
  if (token.ended_time !== '0') {
    const day = dayOf(token.ended_time)
    const texts = { '': t.endedOn(day), own: t.endedOn(day), admin: t.endedByAdmin(day), server: t.endedByServer(day) }
    return <span className="muted">{texts[token.ended_by]}</span>
  }
  const left = Number(token.until) - now
  if (left <= 0) return <span className="muted">{t.expiredOn(dayOf(token.until))}</span>
  if (left <= SOON_DAYS * DAY) return <span className="tag warn">{t.endsSoon(Math.ceil(left / DAY))}</span>
  return <>{isSentence ? t.endsOn(dayOf(token.until)) : dayOf(token.until)}</>
}

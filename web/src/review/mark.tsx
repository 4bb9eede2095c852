import { Users } from 'lucide-react'
import { shortDay } from '../lib/format.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { Avatar, Doer } from '../ui/person.tsx'
import { reviewWords } from './review.words.ts'
import type { ReviewMark, Steward } from './types.ts'

const SOON_S = 30 * 86_400

/** The look and the words of the state of a page. `days`: its period, 0 for none. */
export function useLook(mark: ReviewMark, days: string): [look: string, text: string] {
  const t = useWords(reviewWords)
  const language = useLanguage()
  const day = (seconds: string) => shortDay(Number(seconds), language)
  const isSoon = Number(mark.due) - Date.now() / 1000 < SOON_S
  if (mark.state === 'due') return ['bad', t.dueSince(day(mark.due))]
  if (mark.state === 'changed') return ['warn', t.changed]
  if (mark.state === 'verified' && !isSoon) return ['ok', t.verified(day(mark.verified_until))]
  if (days === '0') return ['', t.noPeriod]
  if (isSoon && mark.due !== '0') return ['warn', t.dueOn(day(mark.due))]
  return ['', mark.verified_time === '0' ? t.never : t.dueOn(day(mark.due))]
}

/** The state of a page as a label. */
export function MarkTag({ mark, days }: { mark: ReviewMark; days: string }) {
  const [look, text] = useLook(mark, days)
  return <span className={`tag ${look}`}>{text}</span>
}

export const isNoOne = ({ uid, team_id }: Pick<Steward, 'uid' | 'team_id'>) => uid === '0' && team_id === '0'

/** Who is responsible: a person or a team with a sign, or no one. */
export function StewardName({ steward }: { steward: Steward }) {
  const t = useWords(reviewWords)
  const { username, name, team_id, team_name } = steward
  if (isNoOne(steward)) return <span className="muted">{t.noOne}</span>
  return (
    <span className="rev-who">
      {team_id !== '0' ? (
        <span className="ava c6" aria-hidden="true">
          <Users className="i" />
        </span>
      ) : (
        <Avatar {...{ name, username }} />
      )}
      {team_id !== '0' ? <span className="cut">{team_name}</span> : <Doer {...{ name, username }} look="cut" />}
    </span>
  )
}

/** "Every 6 months" for the usual periods, otherwise the days. */
export function usePeriod() {
  const t = useWords(reviewWords)
  return (days: string) => {
    const months = usualPeriods.get(days)
    return days === '0' ? t.noPeriod : months ? t.months(months) : t.days(Number(days))
  }
}

/** The usual periods by their days, with their months. */
export const usualPeriods = new Map([
  ['30', 1],
  ['90', 3],
  ['180', 6],
  ['365', 12],
])

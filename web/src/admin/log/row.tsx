import { siteTime } from '../../lib/format/dates.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import type { Entry } from '../admin-rows.ts'
import { logWords } from './log.words.ts'

/** What a line says beside the names: "(1)" is the right to edit, "on" and "off" a switch. */
function useMore() {
  const t = useWords(logWords)
  return (detail: string) =>
    detail
      .replace(/ \(1\)$/, ` (${t.edit})`)
      .replace(/ \(0\)$/, ` (${t.read})`)
      .replace(/^on$/, t.on)
      .replace(/^off$/, t.off)
}

/** Actions of a newer server than this page are shown by their names. */
const isKnown = (action: string, known: object): action is 'login' => Object.hasOwn(known, action)
const FAILED_ACTIONS = ['loginFailed']

/** Settings are called as the screen calls them. */
const settingsIn = (subject: string, known: Record<string, unknown>, comma: string) =>
  subject
    .split(', ')
    .map((name) => (Object.hasOwn(known, name) ? String(known[name]) : name))
    .join(comma)

export function LogRow({ entry }: { entry: Entry }) {
  const t = useWords(logWords)
  const language = useLanguage()
  const more = useMore()
  const { action, subject, detail } = entry
  const named = action === 'settingsChanged' ? settingsIn(subject, t, language === 'zh' ? '、' : ', ') : subject
  const about = [named, more(detail)].filter(Boolean).join(' → ')
  return (
    <tr>
      <td className="muted time">{siteTime(entry.addtime, language)}</td>
      <th scope="row" className="cut" title={entry.username}>
        {entry.username || <span className="muted">{t.nobody}</span>}
      </th>
      <td>
        <span className={FAILED_ACTIONS.includes(action) ? 'tag bad' : undefined}>{isKnown(action, t) ? t[action] : action}</span>
      </td>
      <td className="about cut" title={about}>
        {about}
      </td>
      <td className="addr muted num">{entry.address}</td>
    </tr>
  )
}

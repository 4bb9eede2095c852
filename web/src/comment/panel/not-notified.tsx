import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { composerWords } from '../comment.words.ts'

/** After a comment was sent: mentioned people who cannot read the page. A manager can add them. */
export function NotNotified({ names, item_id, mayManage }: { names: string[]; item_id: string; mayManage: boolean }) {
  const t = useWords(composerWords)
  if (names.length === 0) return null
  return (
    <p className="line-note" role="status">
      <span>{t.notNotified(names)}</span>
      {mayManage && <Link to={paths.itemSetting(item_id, 'members')}>{t.add}</Link>}
    </p>
  )
}

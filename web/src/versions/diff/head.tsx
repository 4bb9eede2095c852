import { ChevronDown, FileDiff, RotateCcw } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { siteTime } from '../../lib/format/dates.ts'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import type { Version } from '../history/versions.ts'
import { diffWords } from './diff.words.ts'
import type { Side } from './sides.ts'

interface DiffHeadProps {
  page_id: string
  label: string
  side: Side
  /** Those this side may be changed to; '' is what the page is now. */
  choices: ('' | Version)[]
  onChoose: (id: string) => void
  /** Where the version is shown beside the one before it, when that is not what is shown. */
  itsChanges: string | undefined
  /** Where it is restored, for those who may. */
  restore: string | undefined
}

/** Which version a side is: when, by whom, with what note. */
function DiffHead({ label, side, choices, onChoose, itsChanges, restore }: DiffHeadProps) {
  const t = useWords(diffWords)
  const language = useLanguage()
  const { id, time, author, remark } = side
  return (
    <div className="df-side">
      <div className="grow">
        <span className="df-choice">
          <b>{time}</b>
          {id === '' && <span className="tag ok">{t.current}</span>}
          <ChevronDown className="i caret" aria-hidden="true" />
          <select aria-label={label} value={id} onChange={(event) => onChoose(event.target.value)}>
            {choices.map((choice) =>
              choice === '' ? (
                <option key="" value="">
                  {t.current}
                </option>
              ) : (
                <option key={choice.page_history_id} value={choice.page_history_id}>
                  {[siteTime(choice.addtime, language), choice.author_username, choice.page_comments].filter(Boolean).join(' · ')}
                </option>
              ),
            )}
          </select>
        </span>
        <small className="cut">{[author || t.someone, remark].filter(Boolean).join(' · ')}</small>
      </div>
      {itsChanges && (
        <Link className="btn quiet s df-its" to={itsChanges} replace aria-label={t.itsChangesOf(time)} data-tip={t.itsChanges}>
          <FileDiff className="i" aria-hidden="true" />
          <span>{t.itsChanges}</span>
        </Link>
      )}
      {restore && (
        <Link className="btn s" to={restore}>
          <RotateCcw className="i" aria-hidden="true" />
          {t.restore}
        </Link>
      )}
    </div>
  )
}

interface HeadsProps {
  page_id: string
  left: Side
  right: Side
  versions: Version[]
  editOf: (history_id: string) => string | undefined
}

export function DiffHeads({ page_id, left, right, versions, editOf }: HeadsProps) {
  const t = useWords(diffWords)
  const navigate = useNavigate()
  const place = (id: string) => (id === '' ? -1 : versions.findIndex((version) => version.page_history_id === id))
  const before = (id: string) => versions[place(id) + 1]?.page_history_id
  const go = (first: string, second: string) =>
    // The older one is always on the left.
    void navigate(paths.diff(page_id, first, place(second) < place(first) ? second : ''), { replace: true })
  const changesOf = (id: string) => {
    const older = before(id)
    return older && !(older === left.id && id === right.id) ? paths.diff(page_id, older, id) : undefined
  }
  return (
    <section className="df-heads" aria-label={t.compare}>
      <DiffHead
        {...{ page_id }}
        label={t.older}
        side={left}
        choices={versions}
        onChoose={(id) => go(id, right.id)}
        itsChanges={changesOf(left.id)}
        restore={editOf(left.id)}
      />
      <DiffHead
        {...{ page_id }}
        label={t.younger}
        side={right}
        choices={['', ...versions.slice(0, Math.max(0, place(left.id)))]}
        onChoose={(id) => go(left.id, id)}
        itsChanges={changesOf(right.id)}
        restore={right.id ? editOf(right.id) : undefined}
      />
    </section>
  )
}

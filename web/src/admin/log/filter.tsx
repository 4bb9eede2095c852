import { type AuditKind, auditKinds } from '@sheaf/contract/audit-actions'
import { useWords } from '../../lib/words.ts'
import { Select } from '../../ui/forms/select.tsx'
import { FindField } from '../fields/find-field.tsx'
import { logWords } from './log.words.ts'

export const log_filters = ['username', 'action', 'subject', 'from', 'until'] as const
type Filter = Record<(typeof log_filters)[number], string>

const kinds = Object.keys(auditKinds) as AuditKind[]

/** By whom, what, about what and when. */
export function LogFilter({ filter, onFind }: { filter: Filter; onFind: (change: Partial<Filter>) => void }) {
  const t = useWords(logWords)
  const day = (name: 'from' | 'until') => (
    <label className="adm-day">
      <span>{t[name]}</span>
      <input
        type="date"
        className="input"
        value={filter[name]}
        max={name === 'from' ? filter.until : undefined}
        min={name === 'until' ? filter.from : undefined}
        onChange={(event) => onFind({ [name]: event.target.value })}
      />
    </label>
  )
  return (
    <div className="adm-filter">
      <Select className="adm-choice" aria-label={t.what} value={filter.action} onChange={(action) => onFind({ action })}>
        <option value="">{t.everything}</option>
        {kinds.map((kind) => (
          <optgroup key={kind} label={t[kind]}>
            <option value={kind}>{t.kindAll(t[kind])}</option>
            {auditKinds[kind].map((action) => (
              <option key={action} value={action}>
                {t[action]}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
      <FindField label={t.words} value={filter.subject} onFind={(subject) => onFind({ subject })} />
      <FindField label={t.who} value={filter.username} onFind={(username) => onFind({ username })} />
      <span className="adm-days">
        {day('from')}
        {day('until')}
      </span>
    </div>
  )
}

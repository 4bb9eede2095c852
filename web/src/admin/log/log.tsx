import { type AuditKind, auditKinds } from '@sheaf/contract/audit-actions'
import { factsOf } from '@sheaf/contract/languages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { addressOf, api, read } from '../../lib/api.ts'
import { siteTime } from '../../lib/format.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { Select } from '../../ui/forms/select.tsx'
import { PageHead } from '../../ui/frame/page-head.tsx'
import { Person, personText } from '../../ui/person.tsx'
import { Empty } from '../../ui/placeholder.tsx'
import { type Column, Table } from '../../ui/table/table.tsx'
import { type Entry, FindField, ListPart, useListParams } from '../list.tsx'
import { logWords } from './log.words.ts'

const log_filters = ['username', 'action', 'subject', 'from', 'until'] as const
type Filter = Record<(typeof log_filters)[number], string>

const kinds = Object.keys(auditKinds) as AuditKind[]

/** Filters by action, subject, user and date. */
function LogFilter({ filter, onFind }: { filter: Filter; onFind: (change: Partial<Filter>) => void }) {
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

const LEVEL_ACTIONS = ['tokenMade', 'agentConnected']

/** Translates the detail of an entry: the level of a token, "(1)" for the right to edit, "on" and "off" for a switch. */
function useMore() {
  const t = useWords(logWords)
  const levels: Record<string, string> = { 1: t.level1, 2: t.level2, 3: t.level3, 4: t.level4 }
  return ({ action, detail }: Entry) => {
    if (LEVEL_ACTIONS.includes(action)) return levels[detail] ?? detail
    return detail
      .replace(/^(.*) \(([01])\)$/, (_, name, right) => t.withRight(name, right === '1' ? t.edit : t.read))
      .replace(/^on$/, t.on)
      .replace(/^off$/, t.off)
  }
}

/** An action that only a newer server knows is shown by its name. */
const isKnown = (action: string, known: object): action is 'login' => Object.hasOwn(known, action)
const FAILED_ACTIONS = ['loginFailed']

/** Replaces setting names by their labels on the settings screen. */
const settingsIn = (subject: string, known: Record<string, unknown>, comma: string) =>
  subject
    .split(', ')
    .map((name) => (Object.hasOwn(known, name) ? String(known[name]) : name))
    .join(comma)

/** The audit log, newest first, with filters and an export. */
export function Log() {
  const t = useWords(logWords)
  const place = useListParams(log_filters)
  const { filter, page, size } = place
  const found = useQuery({
    ...read(api.adminLog.getList, { ...filter, page: String(page), count: String(size) }),
    placeholderData: keepPreviousData,
    // The log grows all the time, so a cached list is never shown as current.
    staleTime: 0,
  })
  const settings = useQuery(read(api.adminSetting.loadConfig, {}))
  const data = found.data && { rows: found.data.list, total: Number(found.data.total) }
  return (
    <>
      <PageHead
        title={t.title}
        about={settings.data ? t.about(Number(settings.data.audit_days)) : '\u00a0'}
        action={
          <a className="btn" href={`${addressOf('adminLog/export')}?${new URLSearchParams(filter)}`} download>
            <Download className="i" aria-hidden="true" />
            {t.export}
          </a>
        }
      />
      <LogFilter filter={filter} onFind={place.find} />
      <ListPart query={{ ...found, data }} place={place} none={<Empty title={t.none}>{t.noneText}</Empty>}>
        {(entries) => <LogTable entries={entries} />}
      </ListPart>
    </>
  )
}

function LogTable({ entries }: { entries: Entry[] }) {
  const t = useWords(logWords)
  const language = useLanguage()
  const more = useMore()
  const about = (entry: Entry) => {
    const { action, subject } = entry
    const named = action === 'settingsChanged' ? settingsIn(subject, t, factsOf(language).comma) : subject
    return [named, more(entry)].filter(Boolean).join(' → ')
  }
  const columns: Column<Entry>[] = [
    { head: t.time, cell: ({ addtime }) => siteTime(addtime, language), width: 150, look: 'muted' },
    {
      head: t.user,
      cell: ({ username, name }) => (username ? <Person {...{ name, username }} /> : <span className="muted">{t.unknownUser}</span>),
      isName: true,
      width: '20%',
      look: 'cut',
      title: ({ username, name }) => personText(username, name),
    },
    { head: t.action, cell: (entry) => <LogAction action={entry.action} />, width: '22%', look: 'action' },
    { head: t.subject, cell: about, look: 'about cut', title: about },
    { head: t.address, cell: ({ address }) => address, width: 130, from: 1200, look: 'muted num' },
  ]
  return <Table name={t.title} look="adm-table log" columns={columns} rows={entries} keyOf={({ id }) => id} />
}

function LogAction({ action }: { action: string }) {
  const t = useWords(logWords)
  return <span className={FAILED_ACTIONS.includes(action) ? 'tag bad' : undefined}>{isKnown(action, t) ? t[action] : action}</span>
}

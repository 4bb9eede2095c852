import type { MoveReport, MoveTable, Sample, SkipReason } from '@sheaf/contract'
import type { Answer } from '@sheaf/contract/client'
import { factsOf } from '@sheaf/contract/languages'
import { proofsOf } from '@sheaf/contract/move-proofs'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { addressOf, api } from '../../lib/api.ts'
import { longDate } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useSend } from '../../ui/send.ts'
import { cannotWords, leftWords, showdocWords, warningWords } from './showdoc.words.ts'

/** Results that need attention: users who cannot sign in, and files and names that changed. */
function ShowdocLists({ report }: { report: MoveReport }) {
  const t = useWords(showdocWords)
  const cannot = useWords(cannotWords)
  const { cannotSignIn } = report.people
  const different = [report.pages, report.versions, report.files].flatMap(({ different }) => different.first)
  const differences = report.pages.different.count + report.versions.different.count + report.files.different.count
  return (
    <>
      <List title={t.different} some={{ count: differences, first: different }} line={({ id, here }) => `${id} → ${here}`} isOpen />
      <List title={t.cannotSignIn} some={cannotSignIn} line={({ username, uid, why }) => `${username || uid}: ${cannot[why]}`} />
      <List title={t.quarantined} some={report.quarantined} line={({ name, place }) => `${name} (${place})`} />
      <List title={t.downloadOnly} some={report.downloadOnly} line={({ name }) => name} />
      <List
        title={t.renamed}
        some={report.renamed}
        line={({ from, to }) => `${from} → ${to}`}
        path={({ table, id }) => itemPath(table, id)}
      />
      <List
        title={t.ids}
        some={report.ids}
        line={({ table, from, to }) => `${table} ${from} → ${to}`}
        path={({ table, to }) => itemPath(table, to)}
      />
    </>
  )
}

interface ListProps<T> {
  title: (count: number) => string
  some: Sample<T>
  line: (entry: T) => string
  /** Where an entry is here, for those that have a screen. */
  path?: (entry: T) => string | undefined
  isOpen?: boolean
}

/** The address of a moved item. */
const itemPath = (table: string, id: number) => (table === 'item' ? paths.item({ item_id: String(id) }) : undefined)

function List<T>({ title, some: { count, first }, line, path, isOpen = false }: ListProps<T>) {
  const t = useWords(showdocWords)
  if (count === 0) return null
  return (
    <details open={isOpen}>
      <summary>{title(count)}</summary>
      <ul>
        {first.map((entry, at) => {
          const to = path?.(entry)
          return <li key={at}>{to ? <Link to={to}>{line(entry)}</Link> : line(entry)}</li>
        })}
        {count > first.length && <li className="muted">{t.rest(count - first.length)}</li>}
      </ul>
    </details>
  )
}

/** Counts per table; they account for every row that was read. */
function ShowdocTables({ tables }: { tables: MoveTable[] }) {
  const t = useWords(showdocWords)
  const reasons = useWords(leftWords)
  const locale = factsOf(useLanguage()).region
  const count = (n: number) => n.toLocaleString(locale)
  const leftOf = ({ left }: MoveTable) =>
    (Object.entries(left) as [SkipReason, number][]).map(([why, n]) => `${reasons[why]}: ${count(n)}`).join('; ')
  return (
    <details>
      <summary>{t.noTable}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on phones it is wider than the screen and must be scrollable by keyboard. */}
      <section className="adm-rows" aria-label={t.noTable} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.table}</th>
              {[t.read, t.written, t.here].map((name) => (
                <th key={name} scope="col" className="right">
                  {name}
                </th>
              ))}
              <th scope="col">{t.left}</th>
            </tr>
          </thead>
          <tbody>
            {tables
              .filter((table) => table.read > 0)
              .map((table) => (
                <tr key={table.table}>
                  <th scope="row">
                    <code>{table.table}</code>
                  </th>
                  <td className="right">{count(table.read)}</td>
                  <td className="right">{count(table.written)}</td>
                  <td className="right">{table.here ? count(table.here) : ''}</td>
                  <td>{leftOf(table)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

/** The progress of a move from ShowDoc. */
export type Migration = Answer<'adminShowdoc', 'progress'>

interface Props {
  move: Migration
  report: MoveReport
}

const differencesOf = (report: MoveReport) => proofsOf(report).reduce((sum, [, proof]) => sum + proof.different.count, 0)

/** What was moved, and the comparison of both sides. */
export function ShowdocReport({ move, report }: Props) {
  const t = useWords(showdocWords)
  const warnings = useWords(warningWords)
  const language = useLanguage()
  const [forgetting, setForgetting] = useState(false)
  const verify = useSend(api.adminShowdoc.verify, { failed: true })
  const forget = useSend(api.adminShowdoc.forget, { done: t.forgotten })
  const isSame = differencesOf(report) === 0
  // An archive is unpacked into a folder whose name means nothing to its owner.
  const place = move.is_upload === '1' ? move.place : report.place
  return (
    <section className="adm-report">
      <div className="adm-report-head">
        <h2>{t.report}</h2>
        <span className="muted">{t.reportOf(place, longDate(report.ended, language))}</span>
      </div>
      <p className={isSame ? 'line-note info' : 'line-note bad'} role={isSame ? 'status' : 'alert'}>
        {isSame ? t.proven : t.differs} {!report.changed && t.unchanged}
      </p>
      <Proofs report={report} />
      {report.warnings.length > 0 && (
        <div>
          <h2>{t.warnings}</h2>
          <ul className="dots">
            {report.warnings.map((warning) => (
              <li key={warning}>{warnings[warning]}</li>
            ))}
          </ul>
        </div>
      )}
      <ShowdocLists report={report} />
      <ShowdocTables tables={report.tables} />
      <div className="adm-report-acts">
        <a className="btn" href={addressOf('adminShowdoc/report')} download="move-from-showdoc.json">
          <Download className="i" aria-hidden="true" />
          {t.download}
        </a>
        {move.state !== 'none' && (
          <button type="button" className="btn" onClick={() => void verify.send({})}>
            {t.verify}
          </button>
        )}
        {move.is_upload === '1' && (
          <button type="button" className="btn" onClick={() => setForgetting(true)}>
            {t.forget}
          </button>
        )}
      </div>
      {forgetting && (
        <ConfirmDialog title={t.forget} action={t.forget} onConfirm={() => forget.send({})} onClose={() => setForgetting(false)}>
          {t.forgetText}
        </ConfirmDialog>
      )}
    </section>
  )
}

function Proofs({ report }: { report: MoveReport }) {
  const t = useWords(showdocWords)
  const locale = factsOf(useLanguage()).region
  const count = (n: number) => n.toLocaleString(locale)
  const names = {
    pages: t.pages,
    versions: t.versions,
    files: t.filesProof,
    comments: t.comments,
    voices: t.voices,
    subscriptions: t.subscriptions,
  }
  return (
    <dl className="adm-proofs">
      {proofsOf(report).map(([name, proof]) => (
        <div key={name}>
          <dt>{names[name]}</dt>
          <dd>{t.same(count(proof.same), count(proof.compared))}</dd>
          {proof.changedSince > 0 && <dd>{t.changedSince(proof.changedSince)}</dd>}
        </div>
      ))}
      <div>
        <dt>{t.people}</dt>
        <dd>{count(report.people.all)}</dd>
        <dd>{t.administrators(report.people.administrators)}</dd>
      </div>
    </dl>
  )
}

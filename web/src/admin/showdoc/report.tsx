import type { MoveReport } from '@sheaf/contract'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { addressOf, api } from '../../lib/api.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { ShowdocLists } from './lists.tsx'
import type { Migration } from './move.ts'
import { warningWords } from './reasons.words.ts'
import { showdocWords } from './showdoc.words.ts'
import { ShowdocTables } from './tables.tsx'

interface Props {
  move: Migration
  report: MoveReport
  onChange: () => Promise<unknown>
}

const differencesOf = ({ pages, versions, files }: MoveReport) =>
  [pages, versions, files].reduce((sum, proof) => sum + proof.different.count, 0)

/** What came over, and the proof that it is the same. */
export function ShowdocReport({ move, report, onChange }: Props) {
  const t = useWords(showdocWords)
  const warnings = useWords(warningWords)
  const language = useLanguage()
  const locale = language === 'zh' ? 'zh-CN' : 'en-US'
  const [forgetting, setForgetting] = useState(false)
  const verify = async () => {
    try {
      await api.adminShowdoc.verify({})
      await onChange()
    } catch (error) {
      toast((error as Error).message, 'bad')
    }
  }
  const isSame = differencesOf(report) === 0
  const date = new Date(report.ended * 1000).toLocaleString(locale)
  return (
    <section className="adm-told">
      <div className="adm-told-head">
        <h2>{t.report}</h2>
        <span className="muted">{t.reportOf(report.place, date)}</span>
      </div>
      <p className={isSame ? 'line-note info' : 'line-note bad'} role={isSame ? 'status' : 'alert'}>
        {isSame ? t.proven : t.differs} {!report.changed && t.unchanged}
      </p>
      <Proofs report={report} />
      {report.warnings.length > 0 && (
        <div>
          <h2>{t.warnings}</h2>
          <ul className="dots">
            {report.warnings.map((one) => (
              <li key={one}>{warnings[one]}</li>
            ))}
          </ul>
        </div>
      )}
      <ShowdocLists report={report} />
      <ShowdocTables tables={report.tables} />
      <div className="adm-told-acts">
        <a className="btn" href={addressOf('adminShowdoc/report')} download="move-from-showdoc.json">
          <Download className="i" aria-hidden="true" />
          {t.download}
        </a>
        {move.state !== 'none' && (
          <button type="button" className="btn" onClick={() => void verify()}>
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
        <ConfirmDialog
          title={t.forget}
          action={t.forget}
          onConfirm={() =>
            api.adminShowdoc
              .forget({})
              .then(onChange)
              .then(() => toast(t.forgotten))
          }
          onClose={() => setForgetting(false)}
        >
          {t.forgetText}
        </ConfirmDialog>
      )}
    </section>
  )
}

function Proofs({ report }: { report: MoveReport }) {
  const t = useWords(showdocWords)
  const locale = useLanguage() === 'zh' ? 'zh-CN' : 'en-US'
  const count = (n: number) => n.toLocaleString(locale)
  const proofs = [
    [t.pages, report.pages],
    [t.versions, report.versions],
    [t.filesProof, report.files],
  ] as const
  return (
    <dl className="adm-proofs">
      {proofs.map(([name, proof]) => (
        <div key={name}>
          <dt>{name}</dt>
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

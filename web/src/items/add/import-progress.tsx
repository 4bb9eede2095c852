import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { ProxyTooLarge } from '../../lib/files/upload.ts'
import { sizeOf } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { LeaveQuestion } from '../../ui/frame/leave-question.tsx'
import { addItemWords } from './add-item.words.ts'
import type { Import, Imported, useImport } from './import-state.ts'

type Reason = Imported['report']['skipped'][number]['reason']

const wordOf = {
  kind: 'reasonKind',
  unused: 'reasonUnused',
  size: 'reasonSize',
  name: 'reasonName',
  broken: 'reasonBroken',
  encrypted: 'reasonEncrypted',
  depth: 'reasonDepth',
  link: 'reasonLink',
  joined: 'reasonJoined',
  static: 'reasonStatic',
  merged: 'reasonMerged',
  unsupported: 'reasonUnsupported',
  shape: 'reasonShape',
  remote: 'reasonRemote',
  masked: 'reasonMasked',
} as const satisfies Record<Reason, keyof (typeof addItemWords)['en']>

/** The entries that were not imported unchanged, each with the reason. */
export function SkippedList({ skipped }: Pick<Imported['report'], 'skipped'>) {
  const t = useWords(addItemWords)
  if (skipped.length === 0) return <p className="muted">{t.nothingSkipped}</p>
  return (
    <>
      <h3>{t.skipped(skipped.length)}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <ul className="skipped scroll" tabIndex={0} aria-label={t.skipped(skipped.length)}>
        {skipped.map(({ name, reason }, at) => (
          <li key={at}>
            <span className="mono">{name}</span>
            <span>{t[wordOf[reason]]}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Counts of an import report; updated and unchanged pages only if there are any. */
export function useCounts({ catalogs, pages, updated, unchanged, files }: Imported['report']): string {
  const t = useWords(addItemWords)
  const existing = [...(updated ? [t.updatedPages(updated)] : []), ...(unchanged ? [t.unchangedPages(unchanged)] : [])]
  return [t.catalogs(catalogs), t.pages(pages), t.files(files), ...existing].join(' · ')
}

interface ReportProps {
  imported: Imported
  /** The pages follow the file. */
  isFollowing: boolean
  onAnother: () => void
}

/** The report of an import: what was imported and what was not. */
export function ImportReport({ imported, isFollowing, onAnother }: ReportProps) {
  const t = useWords(addItemWords)
  const heading = useRef<HTMLHeadingElement>(null)
  const counts = useCounts(imported.report)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="import-report">
      <h2 ref={heading} tabIndex={-1}>
        <Check className="i" aria-hidden="true" />
        {t.imported(imported.item_name)}
      </h2>
      <p>{counts}</p>
      <div className="row">
        <Link className="btn primary" to={paths.item(imported)}>
          {t.openItem}
        </Link>
        <button type="button" className="btn" onClick={onAnother}>
          {t.importAnother}
        </button>
      </div>
      {isFollowing && (
        <p className="muted">
          {t.followed} <Link to={paths.sources(imported.item_id)}>{t.openSource}</Link>
        </p>
      )}
      <SkippedList skipped={imported.report.skipped} />
    </section>
  )
}

/** The server's reason why an import failed, with a retry. */
export function ImportFailed({ file, error, onAgain }: { file: File; error: Error; onAgain: () => void }) {
  const t = useWords(addItemWords)
  return (
    <p className="line-note bad" role="alert">
      <span>
        {file.name}: {error instanceof ProxyTooLarge ? t.frontTooLarge : error.message}
      </span>
      <button type="button" onClick={onAgain}>
        {t.tryAgain}
      </button>
    </p>
  )
}

type Progress = ReturnType<typeof useImport>['progress']

/* The progress never decreases: the upload takes the first 40 %, reading the next 10 %, saving the rest. */
const part = (from: number, to: number, done: number, all: number) => from + (to - from) * (all ? Math.min(1, done / all) : 0)

function useStage(state: Extract<Import, { at: 'sending' }>, progress: Progress): [percent: number, word: string] {
  const t = useWords(addItemWords)
  if (!state.allSent) return [part(0, 40, state.sent, state.file.size), t.uploading(sizeOf(state.sent), sizeOf(state.file.size))]
  if (!progress || progress.stage === 'none') return [40, t.waiting]
  const { stage, done, total } = progress
  if (stage === 'reading') return [part(40, 50, done, total), t.reading(done, total)]
  if (stage === 'saving') return [part(50, 99, done, total), t.saving(done, total)]
  return [99, t.finishing]
}

interface Props {
  state: Extract<Import, { at: 'sending' }>
  progress: Progress
  onCancel: () => void
}

/** The progress of an import, with a button to cancel it. */
export function ImportProgress({ state, progress, onCancel }: Props) {
  const t = useWords(addItemWords)
  const [percent, word] = useStage(state, progress)
  return (
    <section className="card sending">
      <b className="cut">{state.file.name}</b>
      <progress max={100} value={Math.round(percent)} aria-label={state.file.name} aria-valuetext={word} />
      <p>
        <span className="grow">{word}</span>
        <button type="button" className="btn small" onClick={onCancel}>
          {t.cancel}
        </button>
      </p>
      <p className="muted">{t.stay}</p>
      {/* Leaving the screen would end the upload; switching its tabs does not. */}
      <LeaveQuestion title={t.leaveTitle(state.file.name)} action={t.leaveDo} stay={t.leaveStay}>
        {t.leaveText}
      </LeaveQuestion>
    </section>
  )
}

import { ProxyTooLarge } from '../lib/files/upload.ts'
import { sizeOf } from '../lib/format.ts'
import { useWords } from '../lib/words.ts'
import { LeaveQuestion } from '../ui/frame/leave-question.tsx'
import { uploadWords } from './source.words.ts'
import type { Progress, Sending } from './upload.ts'

/* The bar never goes back: the upload takes the first 30 %, reading the next 10 %, the pages the rest. */
const part = (from: number, to: number, done: number, all: number) => from + (to - from) * (all ? Math.min(1, done / all) : 0)

interface Props {
  state: Extract<Sending<unknown>, { at: 'sending' }>
  progress: Progress
  onCancel: () => void
}

function useStage({ file, sent, isSent }: Props['state'], progress: Progress): [percent: number, text: string] {
  const t = useWords(uploadWords)
  if (!isSent) return [part(0, 30, sent, file.size), t.uploading(sizeOf(sent), sizeOf(file.size))]
  if (!progress || progress.stage === 'none') return [30, t.waiting]
  const { stage, done, total } = progress
  if (stage === 'reading') return [35, t.reading]
  if (stage === 'saving' && total > 0) return [part(40, 99, done, total), t.saving(done, total)]
  return [99, t.finishing]
}

/** The progress of an upload, with a button to cancel it. Leaving the screen would end it. */
export function UploadProgress({ state, progress, onCancel }: Props) {
  const t = useWords(uploadWords)
  const [percent, text] = useStage(state, progress)
  return (
    <section className="card sending">
      <b className="cut">{state.file.name}</b>
      <progress max={100} value={Math.round(percent)} aria-label={state.file.name} aria-valuetext={text} />
      <p>
        <span className="grow" role="status">
          {text}
        </span>
        <button type="button" className="btn small" onClick={onCancel}>
          {t.cancel}
        </button>
      </p>
      <LeaveQuestion title={t.leaveTitle(state.file.name)} action={t.leaveDo} stay={t.leaveStay}>
        {t.leaveText}
      </LeaveQuestion>
    </section>
  )
}

/** Why an upload failed, with a retry. */
export function UploadFailed({ file, error, onAgain }: { file: File; error: Error; onAgain: () => void }) {
  const t = useWords(uploadWords)
  return (
    <p className="line-note bad src-wrong" role="alert">
      <span className="grow">
        {file.name}: {error instanceof ProxyTooLarge ? t.frontTooLarge : error.message}
      </span>
      <button type="button" onClick={onAgain}>
        {t.again}
      </button>
    </p>
  )
}

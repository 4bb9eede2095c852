import { sizeOf } from '../../lib/format/sizes.ts'
import { useWords } from '../../lib/words.ts'
import { LeaveQuestion } from '../../ui/frame/leave-question.tsx'
import { addItemWords } from './add-item.words.ts'
import type { Import, useImport } from './import-state.ts'

type Progress = ReturnType<typeof useImport>['progress']

/* The bar only ever grows: the upload is its first two fifths, reading the next, saving the rest. */
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

/** How far an import is, with the way to stop it. */
export function Sending({ state, progress, onCancel }: Props) {
  const t = useWords(addItemWords)
  const [percent, word] = useStage(state, progress)
  return (
    <section className="sending">
      <b className="cut">{state.file.name}</b>
      <progress max={100} value={Math.round(percent)} aria-label={state.file.name} aria-valuetext={word} />
      <p>
        <span className="grow">{word}</span>
        <button type="button" className="btn s" onClick={onCancel}>
          {t.cancel}
        </button>
      </p>
      <p className="muted">{t.stay}</p>
      {/* Another screen would end the upload; another tab of this one does not. */}
      <LeaveQuestion title={t.leaveTitle(state.file.name)} action={t.leaveDo} stay={t.leaveStay}>
        {t.leaveText}
      </LeaveQuestion>
    </section>
  )
}

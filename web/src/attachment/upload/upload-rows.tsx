import { Check, RotateCw, X } from 'lucide-react'
import { sizeOf } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { attachmentWords } from '../attachment.words.ts'
import { isPicture } from '../file.ts'
import { FileIcon } from '../file-icon.tsx'
import { type Entry, type UploadList, useUploadList } from './uploads.ts'

function State({ entry }: { entry: Entry<unknown> }) {
  const t = useWords(attachmentWords)
  const { state, sent, problem, file } = entry
  if (state === 'failed')
    return (
      <span className="up-bad" role="alert">
        {problem}
      </span>
    )
  if (state === 'done') return <span className="up-word">{t.uploaded}</span>
  const percent = Math.round(sent * 100)
  return (
    <>
      <progress className="up-bar grow" max={100} value={percent} aria-label={file.name} />
      <span className="up-word num">{state === 'waiting' ? t.waiting : `${percent}%`}</span>
    </>
  )
}

/** The files being uploaded and the failed ones, with progress or problem. */
export function UploadRows({ uploads }: { uploads: UploadList }) {
  const t = useWords(attachmentWords)
  const list = useUploadList(uploads)
  if (!list.length) return null
  return (
    <ul className="up-rows" aria-label={t.uploads}>
      {list.map((entry) => {
        const { id, file, state, again } = entry
        const over = state === 'failed' || state === 'done'
        return (
          <li key={id} className={state}>
            {state === 'done' ? <Check className="i" aria-hidden="true" /> : <FileIcon picture={isPicture(file.name)} />}
            <div className="grow">
              <span className="up-name">
                <span className="cut">{file.name}</span>
                <span className="muted num">{file.size > 0 && sizeOf(file.size)}</span>
              </span>
              <span className="up-state row">
                <State entry={entry} />
              </span>
              {state === 'failed' && again && (
                <button type="button" className="up-again" onClick={() => uploads.again(id)}>
                  <RotateCw className="i" aria-hidden="true" />
                  {t.again}
                </button>
              )}
            </div>
            <IconButton className="small" name={(over ? t.dismissOf : t.cancelOf)(file.name)} onClick={() => uploads.cancel(id)}>
              <X className="i" aria-hidden="true" />
            </IconButton>
          </li>
        )
      })}
    </ul>
  )
}

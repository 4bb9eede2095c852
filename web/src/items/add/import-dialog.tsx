import './add-item.css'
import './import-dialog.css'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useWords } from '../../lib/words.ts'
import type { Info } from '../../tree/item-tree.ts'
import { firstOf } from '../../tree/paths.ts'
import { ROOT } from '../../tree/shape.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ImportFailed } from './failed.tsx'
import { importWords } from './import-dialog.words.ts'
import { ChooseStep, DoneStep, PreviewStep, usePlaces } from './import-dialog-steps.tsx'
import { useImport } from './import-state.ts'
import { Sending } from './sending.tsx'
import { type Previewed, sendPreview } from './upload.ts'

type Preview =
  | { at: 'start' }
  | { at: 'looking'; file: File }
  | { at: 'known'; file: File; will: Previewed }
  | { at: 'failed'; file: File; error: Error }

/** What a file would do in an item, asked before it does it. */
function usePreview(item_id: string) {
  const [preview, setPreview] = useState<Preview>({ at: 'start' })
  const cancel = useRef(() => {})
  useEffect(() => () => cancel.current(), [])
  const look = async (file: File, cat_id: string) => {
    cancel.current()
    setPreview({ at: 'looking', file })
    const upload = sendPreview(file, { item_id, cat_id }, { sent: () => {}, allSent: () => {} })
    cancel.current = upload.cancel
    try {
      const will = await upload.done
      if (will) setPreview({ at: 'known', file, will })
    } catch (error) {
      setPreview({ at: 'failed', file, error: error as Error })
    }
  }
  const forget = () => {
    cancel.current()
    setPreview({ at: 'start' })
  }
  return { preview, look, forget }
}

interface Step {
  name: string
  body: ReactNode
  actions?: ReactNode
  onSubmit?: () => void
  /** Nothing ends an import by accident. */
  stays?: boolean
}

/** From a file to what it did in the item: where to, what would happen, and only then the import itself. */
export function ImportDialog({ info, onClose }: { info: Info; onClose: () => void }) {
  const t = useWords(importWords)
  const step = useStep(info, onClose)
  useEffect(() => {
    if (step.name !== 'choose') document.querySelector<HTMLElement>('dialog[open] [data-autofocus]')?.focus()
  }, [step.name])
  return (
    <Dialog
      wide
      title={step.name === 'done' ? t.done(info.item_name) : t.title(info.item_name)}
      actions={step.actions}
      onClose={step.stays ? () => {} : onClose}
      {...(step.onSubmit ? { onSubmit: step.onSubmit } : {})}
    >
      {step.body}
    </Dialog>
  )
}

function useStep(info: Info, onClose: () => void): Step {
  const t = useWords(importWords)
  const { item_id } = info
  const places = usePlaces(info)
  const [cat_id, setPlace] = useState(firstOf(places.shape, places.choices) ?? ROOT)
  const { state, progress, send, again, cancel } = useImport({ later: true })
  const { preview, look, forget } = usePreview(item_id)
  const cancelButton = (
    <button type="button" className="btn" onClick={onClose}>
      {t.cancel}
    </button>
  )
  if (state.at === 'done') {
    const actions = (
      <button type="button" className="btn primary" data-autofocus onClick={onClose}>
        {t.close}
      </button>
    )
    return { name: 'done', body: <DoneStep {...state.imported} />, actions }
  }
  if (state.at === 'sending') return { name: 'sending', body: <Sending state={state} progress={progress} onCancel={cancel} />, stays: true }
  if (preview.at !== 'known') {
    const failed = preview.at === 'failed' && (
      <ImportFailed file={preview.file} error={preview.error} onAgain={() => void look(preview.file, cat_id)} />
    )
    const looking = preview.at === 'looking' ? preview.file : undefined
    const body = <ChooseStep {...places} {...{ cat_id, looking, failed }} onPlace={setPlace} onFile={(file) => void look(file, cat_id)} />
    return { name: 'choose', body, actions: cancelButton }
  }
  const go = () => void send(preview.file, { item_id, cat_id })
  const other = () => {
    again()
    forget()
  }
  return {
    name: 'will',
    onSubmit: go,
    body: (
      <>
        <PreviewStep file={preview.file} will={preview.will} />
        {state.at === 'failed' && <ImportFailed file={state.file} error={state.error} onAgain={go} />}
      </>
    ),
    actions: (
      <>
        <button type="button" className="btn quiet" onClick={other}>
          {t.other}
        </button>
        <span className="grow" />
        {cancelButton}
        <button type="submit" className="btn primary" data-autofocus>
          {t.go}
        </button>
      </>
    ),
  }
}

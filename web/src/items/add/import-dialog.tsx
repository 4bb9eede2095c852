import './add-item.css'
import './import-dialog.css'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { CatalogField } from '../../catalog/target-fields.tsx'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import type { Info } from '../../tree/item-tree.ts'
import { choicesOf, initialCatalogOf, isEditable, ROOT, type Shape, shapeOf } from '../../tree/shape.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { importWords } from './add-item.words.ts'
import { DropZone, ImportKinds } from './import-drop.tsx'
import { ImportFailed, ImportProgress, SkippedList, useCounts } from './import-progress.tsx'
import { type Imported, type Previewed, sendPreview, useImport } from './import-state.ts'

/** The import targets: catalogs of the item, and the top level if the user can write there. */
function usePlaces(info: Info): { shape: Shape; choices: ReturnType<typeof choicesOf> } {
  const shape = useMemo(() => shapeOf(info), [info])
  return { shape, choices: useMemo(() => choicesOf(shape, { page_id: '' }), [shape]) }
}

interface ChooseProps extends ReturnType<typeof usePlaces> {
  cat_id: string
  onPlace: (cat_id: string) => void
  /** The file being previewed. */
  looking: File | undefined
  failed: React.ReactNode
  info: Pick<Info, 'item_id' | 'item_manage'>
  onFile: (file: File) => void
}

function ChooseStep({ shape, choices, cat_id, onPlace, looking, failed, info: { item_id, item_manage }, onFile }: ChooseProps) {
  const t = useWords(importWords)
  return (
    <>
      <p>{t.intro}</p>
      {choices.length > 0 && (
        <CatalogField
          label={t.into}
          value={cat_id}
          choices={choices}
          rootless={!isEditable(shape, ROOT)}
          disabled={looking !== undefined}
          onChange={onPlace}
        />
      )}
      <div className="import-drop">
        {looking ? (
          <section className="card sending" role="status">
            <b className="cut">{t.looking(looking.name)}</b>
            <progress aria-label={looking.name} />
            <p className="muted">{t.look}</p>
          </section>
        ) : (
          <DropZone onFile={onFile} />
        )}
        {failed}
      </div>
      {item_manage && (
        <p className="muted import-source">
          {t.inStep} <Link to={paths.sources(item_id, '1')}>{t.asSource}</Link>
        </p>
      )}
      <details className="import-more">
        <summary>{t.kinds}</summary>
        <ImportKinds />
      </details>
    </>
  )
}

/** Shows what the import would change. */
function PreviewStep({ file, will }: { file: File; will: Previewed }) {
  const t = useWords(importWords)
  return (
    <div className="import-will">
      <h3>{t.will(file.name)}</h3>
      <ul className="dots">
        <li>{will.pages + will.catalogs ? t.add(will.pages, will.catalogs) : t.addNone}</li>
        <li>{will.existing ? t.update(will.existing) : t.updateNone}</li>
      </ul>
      {will.skipped.length > 0 && <SkippedList skipped={will.skipped} />}
    </div>
  )
}

function DoneStep({ report }: Imported) {
  const counts = useCounts(report)
  return (
    <div className="import-report">
      <p role="status">{counts}</p>
      <SkippedList skipped={report.skipped} />
    </div>
  )
}

type Preview =
  | { at: 'start' }
  | { at: 'looking'; file: File }
  | { at: 'known'; file: File; will: Previewed }
  | { at: 'failed'; file: File; error: Error }

/** Requests a preview of an import without changing the item. */
function usePreview(item_id: string) {
  const [preview, setPreview] = useState<Preview>({ at: 'start' })
  const cancel = useRef(() => {})
  useEffect(() => () => cancel.current(), [])
  const load = async (file: File, cat_id: string) => {
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
  const reset = () => {
    cancel.current()
    setPreview({ at: 'start' })
  }
  return { preview, load, reset }
}

interface Step {
  name: string
  body: ReactNode
  actions?: ReactNode
  onSubmit?: () => void
  /** The dialog cannot be closed, so that a running import is not ended by accident. */
  stays?: boolean
}

/** Imports a file into an item: choose file and target, preview, import, report. */
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
  const [cat_id, setPlace] = useState(initialCatalogOf(places.shape, places.choices) ?? ROOT)
  const { state, progress, send, again, cancel } = useImport({ later: true })
  const { preview, load, reset } = usePreview(item_id)
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
  if (state.at === 'sending')
    return { name: 'sending', body: <ImportProgress state={state} progress={progress} onCancel={cancel} />, stays: true }
  if (preview.at !== 'known') {
    const failed = preview.at === 'failed' && (
      <ImportFailed file={preview.file} error={preview.error} onAgain={() => void load(preview.file, cat_id)} />
    )
    const looking = preview.at === 'looking' ? preview.file : undefined
    const body = (
      <ChooseStep {...places} {...{ cat_id, looking, failed, info }} onPlace={setPlace} onFile={(file) => void load(file, cat_id)} />
    )
    return { name: 'choose', body, actions: cancelButton }
  }
  const go = () => void send(preview.file, { item_id, cat_id })
  const other = () => {
    again()
    reset()
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

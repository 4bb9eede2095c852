import { useWords } from '../../lib/words.ts'
import { Form, useForm } from '../../ui/forms/form.tsx'
import { UnsavedForm } from '../../ui/forms/form-changes.tsx'
import { AccessChoice, type AccessFields, passwordOf } from './access.tsx'
import { addItemWords } from './add-item.words.ts'
import { DropZone } from './drop.tsx'
import { ImportFailed } from './failed.tsx'
import { useImport } from './import-state.ts'
import { ImportKinds } from './kinds.tsx'
import { ImportReport } from './report.tsx'
import { Sending } from './sending.tsx'

/** The tab "Import": a file becomes a new item. */
export function ImportItem() {
  const t = useWords(addItemWords)
  const { state, progress, send, again, cancel } = useImport()
  const form = useForm<AccessFields>({ access: 'open', password: '' })
  if (state.at === 'sending') return <Sending state={state} progress={progress} onCancel={cancel} />
  if (state.at === 'done') return <ImportReport imported={state.imported} onAnother={again} />
  return (
    <>
      <p className="intro">{t.importIntro}</p>
      <Form form={form} onSubmit={() => {}}>
        <AccessChoice />
        <UnsavedForm />
      </Form>
      <DropZone
        onFile={(file) => {
          if (form.validate()) void send(file, { password: passwordOf(form.values) })
        }}
      />
      {state.at === 'failed' && <ImportFailed file={state.file} error={state.error} onAgain={() => void send(state.file, state.fields)} />}
      {state.at === 'start' && state.cancelled && (
        <p className="line-note info" role="status">
          {t.cancelled}
        </p>
      )}
      <ImportKinds />
    </>
  )
}

import { useState } from 'react'
import { api } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { Form, useForm } from '../ui/forms/form.tsx'
import { FormText } from '../ui/forms/form-fields.tsx'
import { describedIn } from './description-file.ts'
import { FileZone } from './file-zone.tsx'
import { UploadFailed, UploadProgress } from './progress.tsx'
import { SourceResult } from './report.tsx'
import { uploadWords } from './source.words.ts'
import { useUpload } from './upload.ts'

/** Uploads a newer description of a source, and says what it did. */
export function NewVersion({ source_id }: { source_id: string }) {
  const t = useWords(uploadWords)
  const [file, setFile] = useState<File>()
  const form = useForm({ label: '' })
  const { state, progress, send, cancel, reset } = useUpload(api.source.push)
  const choose = async (next: File) => {
    reset()
    const { version } = await describedIn(next).catch(() => ({ version: '' }))
    form.set({ label: version })
    setFile(next)
  }
  const push = (one: File, more: { force?: '1' } = {}) =>
    void send(one, { source_id, label: form.values.label, ...more }).then((report) => report && setFile(undefined))
  if (state.at === 'sending') return <UploadProgress state={state} progress={progress} onCancel={cancel} />
  return (
    <>
      <FileZone file={file} onFile={(next) => void choose(next)} />
      {file && (
        <Form form={form} className="src-push" onSubmit={() => push(file)}>
          <FormText name="label" label={t.label} help={t.labelHelp} maxLength={200} optional />
          <div className="row">
            <button type="submit" className="btn primary">
              {t.push}
            </button>
            <button type="button" className="btn" onClick={() => setFile(undefined)}>
              {t.cancel}
            </button>
          </div>
        </Form>
      )}
      {state.at === 'failed' && <UploadFailed file={state.file} error={state.error} onAgain={() => push(state.file)} />}
      {state.at === 'done' && <SourceResult report={state.answer} onForce={() => push(state.file, { force: '1' })} />}
    </>
  )
}

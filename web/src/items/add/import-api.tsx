import { SOURCE_BYTES_MAX } from '@sheaf/contract/limits'
import { useEffect, useRef } from 'react'
import { type Described, describedIn, sourceNameOf } from '../../lib/files/description-file.ts'
import { useWords } from '../../lib/words.ts'
import { Form, useForm } from '../../ui/forms/form.tsx'
import { FormRadios } from '../../ui/forms/form-fields.tsx'
import { addItemWords } from './add-item.words.ts'

/** A file that describes an API, with what it says about itself. */
export interface ApiFile {
  file: File
  about: Described
}

/** Undefined for another file, and for one that is too long for a source: it can only be imported. */
export async function apiFileOf(file: File): Promise<ApiFile | undefined> {
  if (!/\.(?:json|ya?ml)$/i.test(file.name) || file.size > SOURCE_BYTES_MAX) return undefined
  const about = await describedIn(file).catch(() => undefined)
  return about?.isApi ? { file, about } : undefined
}

interface Props {
  api: ApiFile
  /** With the source that the file becomes, if its pages follow it. */
  onImport: (source: { source: string; label: string } | undefined) => void
  onOther: () => void
}

/** Asks whether the pages of an API follow its file or are plain pages. */
export function ApiChoice({ api: { file, about }, onImport, onOther }: Props) {
  const t = useWords(addItemWords)
  const form = useForm({ kind: 'follow' })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const submit = () =>
    onImport(form.values.kind === 'follow' ? { source: sourceNameOf(about.title, file.name), label: about.version } : undefined)
  return (
    <Form form={form} className="import-api" onSubmit={submit}>
      <h2 ref={heading} tabIndex={-1}>
        {t.apiFile(file.name)}
      </h2>
      <FormRadios
        name="kind"
        label={t.becomes}
        stacked
        options={[
          { value: 'follow', label: t.follow, help: t.followHelp },
          { value: 'plain', label: t.plain, help: t.plainHelp },
        ]}
      />
      <div className="row">
        <button type="submit" className="btn primary">
          {t.importDo}
        </button>
        <button type="button" className="btn" onClick={onOther}>
          {t.otherFile}
        </button>
      </div>
    </Form>
  )
}

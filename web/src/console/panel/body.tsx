import { checkBody, type Difference } from '@sheaf/description/shape'
import { Paperclip, X } from 'lucide-react'
import { useEffect, useId, useMemo, useRef } from 'react'
import { sizeOf } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { Select } from '../../ui/forms/select.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { consoleWords } from '../console.words.ts'
import { bodyKind, contentFor, isFileField, takesBody } from '../request/values.ts'
import { Rows, Section } from './rows.tsx'
import type { Console } from './use-console.ts'

interface FileProps {
  /** The name of the button. */
  name: string
  file: File | undefined
  onChange: (file: File | undefined) => void
}

function FileChoice({ name, file, onChange }: FileProps) {
  const t = useWords(consoleWords)
  const id = useId()
  return (
    <div className="try-file">
      <label className="btn small" htmlFor={id}>
        <Paperclip className="i" aria-hidden="true" />
        <span className="cut">{file?.name ?? t.chooseBody}</span>
      </label>
      <input id={id} type="file" className="visually-hidden" aria-label={name} onChange={(event) => onChange(event.target.files?.[0])} />
      {file && (
        <>
          <small>{sizeOf(file.size)}</small>
          <IconButton className="small" name={t.remove(file.name)} onClick={() => onChange(undefined)}>
            <X className="i" aria-hidden="true" />
          </IconButton>
        </>
      )}
    </div>
  )
}

const NAMED_MAX = 5

/** The problems of a body in sentences: missing fields together, and so on. */
function useSentences() {
  const t = useWords(consoleWords)
  return (differences: Difference[]): string[] => {
    const of = (kind: Difference['kind']) => differences.filter((one) => one.kind === kind)
    const paths = (some: Difference[]) => some.slice(0, NAMED_MAX).map((one) => one.path)
    const [missing, unknown] = [of('missing'), of('undocumented')]
    return [
      ...(missing.length > 0 ? [t.bodyMissing(paths(missing), missing.length)] : []),
      ...of('type')
        .slice(0, NAMED_MAX)
        .map(({ path, expected }) => t.bodyType(path, expected)),
      ...of('value')
        .slice(0, NAMED_MAX)
        .map(({ path, expected }) => t.bodyValue(path, expected)),
      ...(unknown.length > 0 ? [t.bodyUndocumented(paths(unknown), unknown.length)] : []),
    ]
  }
}

function TextBody({ state, isJson }: { state: Console; isJson: boolean }) {
  const t = useWords(consoleWords)
  const sentencesOf = useSentences()
  const id = useId()
  const { values, call } = state
  const content = contentFor(call, values.type)
  const problem = useMemo(() => (isJson && content ? checkBody(values.text, content) : undefined), [isJson, content, values.text])
  const sentences = !problem ? [] : problem.kind === 'json' ? [t.bodyJson(problem.reason)] : sentencesOf(problem.differences)
  const isExample = values.text === (content?.example ?? '')
  const hints = useRef<HTMLDivElement>(null)
  const hasHints = sentences.length > 0
  // They appear below the field, where the bar of the panel can cover them.
  useEffect(() => {
    if (hasHints) hints.current?.scrollIntoView({ block: 'nearest' })
  }, [hasHints])
  return (
    <>
      <textarea
        className="input try-text"
        aria-label={t.body}
        aria-describedby={`${id}hint`}
        spellCheck={false}
        value={values.text}
        onChange={(event) => state.setValues({ ...values, text: event.target.value })}
      />
      <div className="try-hint" id={`${id}hint`} role="status" ref={hints}>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {!isExample && content?.example && (
        <button type="button" className="btn quiet small try-add" onClick={() => state.setValues({ ...values, text: content.example })}>
          {t.restore}
        </button>
      )}
    </>
  )
}

/** The body in one of its content types. */
export function BodyPart({ state }: { state: Console }) {
  const t = useWords(consoleWords)
  const { call, values, files } = state
  const types = call.bodies.map((one) => one.content_type)
  if (types.length === 0) return null
  if (!takesBody(call.method))
    return (
      <Section title={t.body}>
        <p className="try-about">{t.noBody(call.method)}</p>
      </Section>
    )
  const kind = bodyKind(values.type)
  const fields = contentFor(call, values.type)?.fields ?? []
  const fileFields = kind === 'multipart' ? fields.filter(isFileField) : []
  const isFile = (name: string) => fileFields.some((one) => one.name === name)
  const rows = values.rows.filter((row) => !isFile(row.name))
  return (
    <Section title={t.body} note={types.length === 1 && <span className="mono">{values.type}</span>}>
      {types.length > 1 && (
        <Select small className="try-type" aria-label={t.contentType} value={values.type} onChange={state.setType}>
          {types.map((type) => (
            <option key={type} value={type}>
              {type}
            </option>
          ))}
        </Select>
      )}
      {fileFields.map(({ name, required }) => (
        <div className="try-line" key={name}>
          <div className="try-name">
            <span>{name}</span>
            {required && <em>{t.required}</em>}
          </div>
          <FileChoice name={t.chooseFile(name)} file={files[name]} onChange={(file) => state.setFile(name, file)} />
        </div>
      ))}
      {(kind === 'form' || kind === 'multipart') && (
        <Rows
          rows={rows}
          fields={fields}
          add={t.addField}
          onChange={(next) => state.setValues({ ...values, rows: [...values.rows.filter((row) => isFile(row.name)), ...next] })}
        />
      )}
      {kind === 'file' && <FileChoice name={t.chooseBody} file={files['']} onChange={(file) => state.setFile('', file)} />}
      {(kind === 'json' || kind === 'text') && <TextBody state={state} isJson={kind === 'json'} />}
    </Section>
  )
}

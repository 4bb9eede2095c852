import { type FormEvent, useState } from 'react'
import { api, isOwnPasswordError, unwrapAnswer } from '../../lib/api.ts'
import { ProxyTooLarge, sendFile } from '../../lib/files/upload.ts'
import { sizeOf } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { useOwnProof } from '../../ui/confirm/own-proof.ts'
import { Field } from '../../ui/forms/field.tsx'
import { FieldError } from '../../ui/forms/form-foot.tsx'
import { Radios } from '../../ui/forms/radios.tsx'
import { Unsaved } from '../../ui/frame/leave-question.tsx'
import { useSend } from '../../ui/send.ts'
import { showdocWords } from './showdoc.words.ts'

interface ArchiveFieldProps {
  help: string
  wrong: string | undefined
  disabled: boolean
  onFile: (file: File | undefined) => void
}

/** The native file field is invisible above a button in the page's language, because its own text is in the browser's language. */
function ArchiveField({ help, wrong, disabled, onFile }: ArchiveFieldProps) {
  const t = useWords(showdocWords)
  const [name, setName] = useState('')
  return (
    <div className="field">
      <label htmlFor="showdoc-archive">{t.archive}</label>
      <div className="adm-file">
        <input
          id="showdoc-archive"
          type="file"
          accept=".gz,.tgz,.tar,.zip"
          disabled={disabled}
          aria-invalid={Boolean(wrong)}
          aria-describedby="showdoc-archive-help"
          onChange={({ target: { files } }) => {
            setName(files?.[0]?.name ?? '')
            onFile(files?.[0])
          }}
        />
        <span className="btn" aria-hidden="true">
          {t.choose}
        </span>
        <span className="cut" aria-hidden="true">
          {name || t.noFile}
        </span>
      </div>
      {wrong ? (
        <FieldError id="showdoc-archive-help">{wrong}</FieldError>
      ) : (
        <div className="help" id="showdoc-archive-help">
          {help}
        </div>
      )}
    </div>
  )
}

interface Props {
  /** Largest archive in bytes. */
  largest: number
  onBegun: () => void
}

type MissingField = 'file' | 'large' | 'folder' | 'password'

/** The location of ShowDoc, and the administrator's password to confirm the start. */
export function ShowdocStart({ largest, onBegun }: Props) {
  const t = useWords(showdocWords)
  const [from, setFrom] = useState<'archive' | 'folder'>('archive')
  const [file, setFile] = useState<File>()
  const [folder, setFolder] = useState('')
  const [samePeople, setSamePeople] = useState(false)
  const [password, setPassword] = useState('')
  const [missingField, setMissingField] = useState<MissingField>()
  const [sent, setSent] = useState<number>()
  const { hasField, confirmed, dialog } = useOwnProof()
  const isArchive = from === 'archive'
  const places = [
    { value: 'archive', label: t.fromArchive },
    { value: 'folder', label: t.fromFolder },
  ] as const

  const findMissing = (): MissingField | undefined => {
    if (isArchive && !file) return 'file'
    if (isArchive && file && file.size > largest) return 'large'
    if (!isArchive && !folder.trim()) return 'folder'
    return hasField && password === '' ? 'password' : undefined
  }
  const begin = async () => {
    const fields = { same_people: samePeople ? '1' : '', password: hasField ? password : '' }
    if (!isArchive) return api.adminShowdoc.begin({ folder: folder.trim(), ...fields })
    const whole = file as File
    const callbacks = { sent: (bytes: number) => setSent(Math.min(100, Math.round((bytes * 100) / Math.max(whole.size, 1)))) }
    return sendFile('adminShowdoc/upload', {
      fields,
      fileField: 'file',
      file: whole,
      events: callbacks,
      read: (answer) => unwrapAnswer(answer),
    })
      .done.catch((problem: Error) => {
        throw problem instanceof ProxyTooLarge ? new Error(t.frontTooLarge) : problem
      })
      .finally(() => setSent(undefined))
  }
  const { send, busy, error, reset } = useSend(() => confirmed(begin), { changes: api.adminShowdoc.begin, onDone: onBegun })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = findMissing()
    setMissingField(missing)
    if (busy) return
    if (missing) reset()
    else void send(undefined)
  }
  const isWrong = isOwnPasswordError(error)
  return (
    <>
      <form onSubmit={submit} noValidate>
        <Radios label={t.from} stacked options={places} value={from} disabled={busy} onChange={setFrom} />
        {isArchive ? (
          <ArchiveField
            help={t.archiveHelp(sizeOf(largest))}
            wrong={missingField === 'file' ? t.archiveMissing : missingField === 'large' ? t.archiveTooLarge(sizeOf(largest)) : undefined}
            disabled={busy}
            onFile={setFile}
          />
        ) : (
          <Field
            label={t.folder}
            help={t.folderHelp}
            placeholder="/var/www/html/showdoc"
            value={folder}
            disabled={busy}
            wrong={missingField === 'folder' ? t.folderMissing : undefined}
            onChange={(event) => setFolder(event.target.value)}
          />
        )}
        <div className="adm-same">
          <label className="check">
            <input type="checkbox" checked={samePeople} disabled={busy} onChange={(event) => setSamePeople(event.target.checked)} />{' '}
            {t.samePeople}
          </label>
          <div className="help">{t.samePeopleHelp}</div>
        </div>
        {hasField && (
          <Field
            label={t.password}
            help={t.passwordHelp}
            type="password"
            autoComplete="current-password"
            value={password}
            disabled={busy}
            wrong={missingField === 'password' ? t.passwordMissing : isWrong ? error?.message : undefined}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
        <FieldError>{isWrong ? undefined : error?.message}</FieldError>
        <button type="submit" className="btn primary" disabled={busy}>
          {sent === undefined ? t.begin : t.sending(sent)}
        </button>
        <Unsaved when={Boolean(file || folder || password) && !busy} isLostByTab />
      </form>
      {dialog}
    </>
  )
}

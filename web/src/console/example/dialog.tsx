import './example.css'
import { isEnvironment } from '@sheaf/markdown/examples'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { api, isError, read, withoutLoginRedirect } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Input } from '../../ui/forms/field.tsx'
import { SwitchRow } from '../../ui/forms/form-fields.tsx'
import { FieldError, FormActions } from '../../ui/forms/form-foot.tsx'
import { Bone, ErrorNote, Skeleton } from '../../ui/placeholder.tsx'
import { useSend } from '../../ui/send.ts'
import { type Answered, environmentName, responseOf, withExample, writeExample } from './example.ts'
import { exampleWords } from './example.words.ts'

/** Requests that change nothing: builds send them in any case. */
const isSafe = (method: string) => ['GET', 'HEAD', 'OPTIONS'].includes(method)

interface Props {
  answered: Answered
  env_name: string
  onClose: () => void
}

/** Adds an answered request to the text of the page, after a look at exactly what is written (T43). */
export function ExampleDialog({ answered, env_name, onClose }: Props) {
  const t = useWords(exampleWords)
  const id = useId()
  const { page_id, method, path } = answered.call
  // What is in the cache can be older than the page: the text on the server counts.
  const page = useQuery({ ...read(api.page.info, { page_id, raw: '1' }), staleTime: 0, gcTime: 0, refetchOnWindowFocus: false })
  const [typed, setName] = useState<string>()
  const [env, setEnv] = useState(() => environmentName(env_name))
  const [isUnsafe, setUnsafe] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const [isChanged, setChanged] = useState(false)
  const name = typed ?? page.data?.page_title ?? ''
  const response = useMemo(() => responseOf(answered), [answered])
  const hasResponse = isWanted && response !== undefined
  const isEnv = env === '' || isEnvironment(env)
  const written = useMemo(
    () => writeExample(answered, { name, env: isEnv ? env : '', isUnsafe, hasResponse }),
    [answered, name, env, isEnv, isUnsafe, hasResponse],
  )
  const made = page.data && written && withExample(page.data.page_content, written)
  const save = useSend(api.page.save, {
    done: t.saved,
    onDone: onClose,
    onFailed: (error) => {
      if (!isError(error, 'versionOutdated')) return
      setChanged(true)
      void page.refetch()
    },
  })
  const hasFiles = answered.message.body?.kind === 'multipart' || answered.message.body?.kind === 'file'
  const problem = hasFiles ? t.files : !written ? t.unwritable : page.data && !made ? t.full : undefined
  const submit = () => {
    if (!made || !page.data || !isEnv) return
    const { page_title, version: base_version } = page.data
    void save.send(withoutLoginRedirect({ page_id, page_title, page_content: made.content, base_version }))
  }
  return (
    <Dialog
      wide
      title={t.title}
      onClose={onClose}
      onSubmit={submit}
      actions={<FormActions action={t.save} disabled={!made || !isEnv || save.busy || page.isFetching} onClose={onClose} />}
    >
      <p className="ex-about">{t.about}</p>
      {page.error ? (
        <ErrorNote title={t.failed} error={page.error} onRetry={() => void page.refetch()} />
      ) : !page.data ? (
        <Skeleton>
          <Bone height={36} />
          <Bone height={160} />
        </Skeleton>
      ) : (
        <>
          <div className="ex-names">
            <div>
              <label className="label" htmlFor={`${id}name`}>
                {t.name}
              </label>
              <Input
                id={`${id}name`}
                value={name}
                maxLength={80}
                placeholder={`${method} ${path}`}
                onChange={(event) => setName(event.target.value)}
              />
            </div>
            <div>
              <label className="label" htmlFor={`${id}env`}>
                {t.env}
              </label>
              <Input
                id={`${id}env`}
                value={env}
                maxLength={40}
                spellCheck={false}
                autoComplete="off"
                aria-invalid={!isEnv}
                aria-describedby={`${id}help`}
                onChange={(event) => setEnv(event.target.value.trim())}
              />
              <p className={isEnv ? 'help' : 'help bad'} id={`${id}help`}>
                {isEnv ? t.envHelp : t.envWrong}
              </p>
            </div>
          </div>
          {!isSafe(method) && <SwitchRow label={t.unsafe} help={t.unsafeHelp(method)} on={isUnsafe} onChange={setUnsafe} />}
          {response === undefined ? (
            <p className="help">{t.responseNot}</p>
          ) : (
            <SwitchRow label={t.response} help={t.responseHelp} on={isWanted} onChange={setWanted} />
          )}
          {written && !problem && (
            <section aria-labelledby={`${id}preview`}>
              <h3 className="label ex-head" id={`${id}preview`}>
                {t.preview}
              </h3>
              <p className="help">{t.noSecrets}</p>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
              <pre className="ex-text" tabIndex={0}>
                {written.text}
              </pre>
              <p className="help">{t.variables(written.variables)}</p>
            </section>
          )}
          <FieldError>{problem ?? (isChanged && !save.isDone ? t.changed : save.error?.message)}</FieldError>
        </>
      )}
    </Dialog>
  )
}

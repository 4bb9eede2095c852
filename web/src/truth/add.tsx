import { isRepoName, parseProof } from '@sheaf/markdown/proofs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { type Check, Form, SubmitButton, useForm } from '../ui/forms/form.tsx'
import { FormSelect, FormText } from '../ui/forms/form-fields.tsx'
import { FieldError } from '../ui/forms/form-foot.tsx'
import { SearchField } from '../ui/forms/search-field.tsx'
import { Select } from '../ui/forms/select.tsx'
import { panelWords, proofWords } from './truth.words.ts'

const verbs: Record<string, string> = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'del', PATCH: 'patch' }

const kinds = ['file', 'operation', 'table', 'address'] as const
type Kind = (typeof kinds)[number]

/** A file of a repository, with a symbol or lines of it. */
function FileFields({ repos }: { repos: string[] }) {
  const t = useWords(panelWords)
  const named: Check = (value) => (isRepoName(value.trim()) ? undefined : t.repoWrong)
  const located: Check = (value) => (parseProof(`a:${value.trim()}`)?.selector === '' ? undefined : t.pathWrong)
  const selected: Check = (value) => (!value.trim() || parseProof(`a:b#${value.trim()}`) ? undefined : t.symbolWrong)
  return (
    <>
      <div className="truth-pair">
        <FormText name="repo" label={t.repo} help={t.repoHelp} maxLength={40} check={named} list="truth-repos" data-autofocus="" />
        <FormText name="path" label={t.path} help={t.pathHelp} maxLength={500} check={located} />
      </div>
      <datalist id="truth-repos">
        {repos.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <FormText name="symbol" label={t.symbol} help={t.symbolHelp} maxLength={200} optional check={selected} />
    </>
  )
}

interface PartProps {
  item_id: string
  kind: 'operation' | 'table'
  chosen: string
  wrong: string | undefined
  onChoose: (target: string) => void
}

/** An operation or a table of a source of the item, found by title, path or key. */
function PartFields({ item_id, kind, chosen, wrong, onChoose }: PartProps) {
  const t = useWords(panelWords)
  const isTable = kind === 'table'
  const [keyword, setKeyword] = useState('')
  const [wanted, setWanted] = useState<string>()
  const sources = useQuery(read(api.source.list, { item_id }))
  const fitting = sources.data?.filter((one) => (one.kind === 'database') === isTable)
  const source = fitting?.find(({ source_id }) => source_id === wanted) ?? fitting?.[0]
  const parts = useQuery({
    ...read(api.source.parts, { source_id: source?.source_id ?? '0', keyword }),
    enabled: source !== undefined,
    placeholderData: (before) => before,
  })
  if (fitting?.length === 0) return <p className="truth-none">{isTable ? t.noDatabases : t.noSources}</p>
  const found = (parts.data ?? []).filter((one) => one.kind === kind)
  return (
    <fieldset className="field">
      <legend className="label">{t[kind]}</legend>
      <div className="row">
        {fitting && fitting.length > 1 && (
          <Select small aria-label={t.source} value={source?.source_id ?? ''} onChange={setWanted}>
            {fitting.map((one) => (
              <option key={one.source_id} value={one.source_id}>
                {one.title || one.name}
              </option>
            ))}
          </Select>
        )}
        <SearchField className="grow" label={isTable ? t.findTable : t.findOperation} clear={t.clear} value={keyword} onFind={setKeyword} />
      </div>
      {parts.data && found.length === 0 && <p className="truth-none">{isTable ? t.noTable : t.noOperation}</p>}
      {found.length > 0 && (
        <div className="card truth-found scroll">
          {found.map(({ key, title, method, path }) => {
            const target = `${kind} ${source?.name ?? ''} ${key}`
            return (
              <label key={key}>
                <input type="radio" name={kind} checked={chosen === target} onChange={() => onChoose(target)} />
                {!isTable && <span className={`verb ${verbs[method] ?? 'other'}`}>{method}</span>}
                <span className="grow cut">{title}</span>
                <span className="mono muted cut">{isTable ? key : path}</span>
              </label>
            )
          })}
        </div>
      )}
      <FieldError>{wrong}</FieldError>
    </fieldset>
  )
}

interface Props {
  item_id: string
  sections: string[]
  busy: boolean
  onAdd: (target: string, heading: string) => Promise<void>
  onClose: () => void
}

/** Names one more thing that the page was written from. */
export function AddProof({ item_id, sections, busy, onAdd, onClose }: Props) {
  const t = useWords(panelWords)
  const p = useWords(proofWords)
  const [kind, setKind] = useState<Kind>('file')
  const [part, setPart] = useState('')
  const [wrong, setWrong] = useState<string>()
  const repos = useQuery(read(api.truth.repos, { item_id, repo: '' }))
  const known = repos.data?.map(({ repo }) => repo) ?? []
  const form = useForm({ repo: '', path: '', symbol: '', address: '', heading: '' })
  const addressed: Check = (value) => (parseProof(value)?.kind === 'address' ? undefined : t.urlWrong)

  const choose = (one: Kind) => {
    setKind(one)
    setWrong(undefined)
  }
  const submit = (values: typeof form.values) => {
    const [repo, path, symbol] = [values.repo.trim(), values.path.trim(), values.symbol.trim()]
    const isOfSource = kind === 'operation' || kind === 'table'
    if (isOfSource && !part.startsWith(`${kind} `)) return setWrong(kind === 'table' ? t.pickTableWrong : t.pickWrong)
    const file = `${repo}:${path}${symbol && `#${symbol}`}`
    const target = { file, operation: part, table: part, address: values.address.trim() }[kind]
    // A refusal is a toast of the panel; the form stays as it is.
    onAdd(target, values.heading).catch(() => {})
  }
  return (
    <Form form={form} onSubmit={submit} className="truth-add">
      <fieldset className="seg" aria-label={t.kind}>
        {kinds.map((one) => (
          <button key={one} type="button" aria-pressed={kind === one} onClick={() => choose(one)}>
            {t[one]}
          </button>
        ))}
      </fieldset>
      {kind === 'file' && <FileFields repos={known} />}
      {(kind === 'operation' || kind === 'table') && (
        <PartFields
          key={kind}
          item_id={item_id}
          kind={kind}
          chosen={part}
          wrong={wrong}
          onChoose={(target) => {
            setPart(target)
            setWrong(undefined)
          }}
        />
      )}
      {kind === 'address' && <FormText name="address" label={t.url} inputMode="url" maxLength={1000} check={addressed} />}
      {sections.length > 0 && (
        <FormSelect name="heading" label={t.section}>
          <option value="">{p.start}</option>
          {sections.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </FormSelect>
      )}
      <div className="row">
        <SubmitButton busy={busy}>{t.addDo}</SubmitButton>
        <button type="button" className="btn" onClick={onClose}>
          {t.cancel}
        </button>
      </div>
    </Form>
  )
}

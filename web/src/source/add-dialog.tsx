import { useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { CatalogField } from '../catalog/target-fields.tsx'
import { api, isError } from '../lib/api.ts'
import { type Described, describedIn, sourceNameOf } from '../lib/files/description-file.ts'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { type Catalog, firstPage, type Info, type Menu } from '../tree/item-tree.ts'
import { choicesOf, initialCatalogOf, ROOT, shapeOf } from '../tree/shape.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Form, type FormState, useForm } from '../ui/forms/form.tsx'
import { FormRadios, FormText } from '../ui/forms/form-fields.tsx'
import { FormActions } from '../ui/forms/form-foot.tsx'
import { FileZone } from './file-zone.tsx'
import { UploadFailed, UploadProgress } from './progress.tsx'
import { SourceResult } from './report.tsx'
import { uploadWords } from './source.words.ts'
import { useUpload } from './upload.ts'

const FORM = 'source-form'

type Values = Record<'name' | 'title' | 'label' | 'views' | 'on_gone', string>

const catalogIn = (menu: Pick<Menu, 'catalogs'>, cat_id: string): Catalog | undefined =>
  menu.catalogs.find((one) => one.cat_id === cat_id) ?? menu.catalogs.map((one) => catalogIn(one, cat_id)).find(Boolean)

/** The first page in the catalog of a source; the item for a source at the top level, where other pages can be first. */
export function firstPageOf(info: Info, cat_id: string): string {
  const catalog = cat_id === ROOT ? undefined : catalogIn(info.menu, cat_id)
  const page_id = catalog && firstPage(catalog)
  return page_id ? paths.page(info, page_id) : paths.item(info)
}

/** A file fills the fields that the user has not written. */
function useFields() {
  const form = useForm<Values>({ name: '', title: '', label: '', views: 'operations', on_gone: 'bin' })
  const [file, setFile] = useState<File>()
  const [filled, setFilled] = useState<Partial<Values>>({})
  const [isDatabase, setDatabase] = useState(false)
  const choose = async (next: File) => {
    const { title, version, isDatabase: is = false }: Described = await describedIn(next).catch(() => ({ title: '', version: '' }))
    setDatabase(is)
    const found = { name: sourceNameOf(title, next.name), title: title || next.name.replace(/\.[^.]+$/, ''), label: version }
    const isOwn = (name: keyof typeof found) => form.values[name] !== '' && form.values[name] !== filled[name]
    const names = (['name', 'title', 'label'] as const).filter((name) => !isOwn(name))
    form.set(Object.fromEntries(names.map((name) => [name, found[name]])))
    setFilled(found)
    setFile(next)
  }
  return { form, file, choose, isDatabase }
}

interface FieldsProps {
  form: FormState<Values>
  info: Info
  cat_id: string
  isDatabase: boolean
  onPlace: (cat_id: string) => void
  onSubmit: () => void
}

function Fields({ form, info, cat_id, isDatabase, onPlace, onSubmit }: FieldsProps) {
  const t = useWords(uploadWords)
  const choices = useMemo(() => choicesOf(shapeOf(info), { page_id: '' }), [info])
  return (
    <Form form={form} id={FORM} className="src-form" onSubmit={onSubmit}>
      <FormText name="title" label={t.heading} maxLength={250} />
      <div className="src-pair">
        <FormText
          name="name"
          label={t.name}
          help={t.nameHelp}
          maxLength={40}
          spellCheck={false}
          autoCapitalize="none"
          checkOnBlur
          check={(value) => (/^[a-z0-9-]{1,40}$/.test(value) ? undefined : t.nameWrong)}
        />
        <FormText name="label" label={t.label} help={t.labelHelp} maxLength={200} optional />
      </div>
      <CatalogField label={t.into} value={cat_id} choices={choices} onChange={onPlace} />
      {isDatabase ? (
        <p className="src-help">{t.database}</p>
      ) : (
        <FormRadios
          name="views"
          label={t.views}
          stacked
          options={[
            { value: 'operations', label: t.viewsOperations, help: t.viewsOperationsHelp },
            { value: 'all', label: t.viewsAll, help: t.viewsAllHelp },
          ]}
        />
      )}
      <GoneRadios />
    </Form>
  )
}

/** What becomes of the page of a part that is gone; in the surrounding form. */
export function GoneRadios() {
  const t = useWords(uploadWords)
  return (
    <FormRadios
      name="on_gone"
      label={t.onGone}
      stacked
      options={[
        { value: 'bin', label: t.onGoneBin, help: t.onGoneBinHelp },
        { value: 'keep', label: t.onGoneKeep, help: t.onGoneKeepHelp },
      ]}
    />
  )
}

/** Adds a source by an upload: choose a file, preview it, upload it, see the result. */
export function AddSource({ info, onClose }: { info: Info; onClose: () => void }) {
  const t = useWords(uploadWords)
  const { item_id } = info
  const { form, file, choose, isDatabase } = useFields()
  const [wrong, setWrong] = useState('')
  const [cat_id, setPlace] = useState(() => initialCatalogOf(shapeOf(info), []) ?? ROOT)
  const { state, progress, send, cancel, reset } = useUpload(api.source.add)
  const failed = state.at === 'failed' ? state.error : undefined
  const isName = failed !== undefined && isError(failed, 'sourceName', 'sourceNameForm')
  const latestForm = useRef(form)
  latestForm.current = form
  useEffect(() => {
    if (state.at === 'done') document.querySelector<HTMLElement>('dialog[open] [data-autofocus]')?.focus()
    if (!isName) return
    latestForm.current.refuse({ name: failed.message })
    latestForm.current.focus('name', { select: true })
  }, [state.at, isName, failed])
  const submit = () => {
    if (!file) return setWrong(t.fileMissing)
    void send(file, { ...form.values, item_id, cat_id })
  }
  if (state.at === 'sending')
    return (
      <Dialog wide title={t.title} onClose={() => {}}>
        <UploadProgress state={state} progress={progress} onCancel={cancel} />
      </Dialog>
    )
  if (state.at === 'done')
    return (
      <Dialog
        wide
        title={form.values.title || form.values.name}
        onClose={onClose}
        actions={
          <>
            <button type="button" className="btn" onClick={onClose}>
              {t.close}
            </button>
            <Link className="btn primary" to={firstPageOf(info, cat_id)} data-autofocus>
              {t.toPages}
            </Link>
          </>
        }
      >
        <SourceResult report={state.answer.report} />
      </Dialog>
    )
  return (
    <Dialog
      wide
      title={t.title}
      onClose={onClose}
      {...(file ? {} : { onSubmit: submit })}
      actions={<FormActions action={t.add} {...(file && { form: FORM })} onClose={onClose} />}
    >
      <FileZone
        file={file}
        wrong={file ? '' : wrong}
        onFile={(next) => {
          if (state.at === 'failed') reset()
          void choose(next)
        }}
      />
      {state.at === 'failed' && !isName && <UploadFailed file={state.file} error={state.error} onAgain={submit} />}
      {file && <Fields form={form} info={info} cat_id={cat_id} isDatabase={isDatabase} onPlace={setPlace} onSubmit={submit} />}
    </Dialog>
  )
}

import './add-item.css'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useBoot } from '../../lib/boot.ts'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { Form, useForm } from '../../ui/forms/form.tsx'
import { UnsavedForm } from '../../ui/forms/unsaved-form.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { PushCode } from '../push/code.tsx'
import { pushWords } from '../push/push.words.ts'
import { addressOf, curlCommand, pushCommand } from '../push/scripts.ts'
import { addItemWords } from './add-item.words.ts'
import { AccessChoice, type AccessFields, passwordOf } from './fields.tsx'
import { ApiChoice, type ApiFile, apiFileOf } from './import-api.tsx'
import { DropZone, ImportKinds } from './import-drop.tsx'
import { ImportFailed, ImportProgress, ImportReport } from './import-progress.tsx'
import { useImport } from './import-state.ts'
import { CopyItem, NewItem } from './new.tsx'

/** The tab "Automatic": how a script writes pages through the open API. */
function AutoHelp() {
  const t = useWords(addItemWords)
  const { site } = useBoot()
  const words = useWords(pushWords)
  const target = { site, api_key: 'YOUR_KEY', api_token: 'YOUR_TOKEN', language: useLanguage() }
  const fields: [name: string, meaning: string, required: boolean][] = [
    ['api_key', t.keyMeaning, true],
    ['api_token', t.tokenMeaning, true],
    ['cat_name', t.catMeaning, false],
    ['page_title', t.titleMeaning, true],
    ['page_content', t.contentMeaning, true],
    ['s_number', t.orderMeaning, false],
  ]
  return (
    <div className="auto-help">
      <h2>{t.autoTitle}</h2>
      <p>{t.autoText}</p>
      <ol>
        <li>{t.autoStep1}</li>
        <li>{t.autoStep2}</li>
        <li>{t.autoStep3}</li>
      </ol>
      <PushCode name="POST" text={addressOf(site, 'item/updateByApi')} />
      <dl className="auto-fields" aria-label={t.fields}>
        {fields.map(([name, meaning, required]) => (
          <div key={name}>
            <dt className="mono">{name}</dt>
            <dd>
              {required && <em>{t.required}</em>} {meaning}
            </dd>
          </div>
        ))}
      </dl>
      <PushCode name={t.example} text={curlCommand(target, { catalog: t.exampleCatalog, title: t.exampleTitle })} />
      <p>{t.answer}</p>
      <h2>{words.more}</h2>
      <p>{words.moreText}</p>
      <PushCode name="sheaf-push" text={pushCommand(target, 'comments src')} />
    </div>
  )
}

/** The tab "Import": creates an item from a file. */
function ImportItem() {
  const t = useWords(addItemWords)
  const { state, progress, send, again, cancel } = useImport()
  const form = useForm<AccessFields>({ access: 'open', password: '' })
  const [api, setApi] = useState<ApiFile>()
  const start = (file: File, source = {}) => {
    if (!form.validate()) return
    setApi(undefined)
    void send(file, { password: passwordOf(form.values), ...source })
  }
  const choose = async (file: File) => {
    const found = await apiFileOf(file)
    if (found) setApi(found)
    else start(file)
  }
  if (state.at === 'sending') return <ImportProgress state={state} progress={progress} onCancel={cancel} />
  if (state.at === 'done') return <ImportReport {...state} onAnother={again} />
  return (
    <>
      <p className="intro">{t.importIntro}</p>
      <Form form={form} onSubmit={() => {}}>
        <AccessChoice />
        <UnsavedForm />
      </Form>
      {api ? (
        <ApiChoice key={api.file.name} api={api} onImport={(source) => start(api.file, source)} onOther={() => setApi(undefined)} />
      ) : (
        <DropZone onFile={(file) => void choose(file)} />
      )}
      {state.at === 'failed' && !api && (
        <ImportFailed file={state.file} error={state.error} onAgain={() => void send(state.file, state.fields)} />
      )}
      {state.at === 'start' && state.cancelled && !api && (
        <p className="line-note info" role="status">
          {t.cancelled}
        </p>
      )}
      {!api && <ImportKinds />}
    </>
  )
}

const tabs = [
  ['new', 'tabNew'],
  ['copy', 'tabCopy'],
  ['import', 'tabImport'],
  ['auto', 'tabAuto'],
] as const

/** /item/add?tab=: the four methods to create an item. An import continues while another tab is open. */
export function AddItemScreen() {
  const t = useWords(addItemWords)
  const [address] = useSearchParams()
  const tab = tabs.find(([name]) => name === address.get('tab'))?.[0] ?? 'new'
  return (
    <Screen title={t.title}>
      <div className="screen add-item">
        <div className="screen-head">
          <h1>{t.title}</h1>
        </div>
        <nav className="tabs" aria-label={t.ways}>
          {tabs.map(([name, word]) => (
            <Link key={name} to={paths.addItem(name)} replace aria-current={name === tab ? 'page' : undefined}>
              {t[word]}
            </Link>
          ))}
        </nav>
        {tab === 'new' && <NewItem />}
        {tab === 'copy' && <CopyItem />}
        <div className="import-item" hidden={tab !== 'import'}>
          <ImportItem />
        </div>
        {tab === 'auto' && <AutoHelp />}
      </div>
    </Screen>
  )
}

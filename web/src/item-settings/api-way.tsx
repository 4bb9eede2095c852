import { addItemWords } from '../items/add/add-item.words.ts'
import { PushCode } from '../items/push/code.tsx'
import { pushWords } from '../items/push/push.words.ts'
import { curlCommand, databaseScript, type PushTarget, powerShellScript, pushCommand, shellScript } from '../items/push/scripts.ts'
import { useWords } from '../lib/words.ts'
import { settingWords } from './screen.words.ts'

/** What is shown, and what is taken along. */
export interface Targets {
  shown: PushTarget
  whole: PushTarget
}

export const apiExamples = ['page', 'comments', 'database', 'push'] as const
export type ApiExampleName = (typeof apiExamples)[number]

/** One page by one request: the fields and the answer. */
function OnePage({ shown, whole }: Targets) {
  const t = useWords(settingWords)
  const words = useWords(addItemWords)
  const page = { catalog: words.exampleCatalog, title: words.exampleTitle }
  const fields: [name: string, meaning: string, required: boolean][] = [
    ['cat_name', words.catMeaning, false],
    ['page_title', words.titleMeaning, true],
    ['page_content', words.contentMeaning, true],
    ['s_number', words.orderMeaning, false],
  ]
  return (
    <>
      <p>{t.useText}</p>
      <PushCode name={words.example} text={curlCommand(shown, page)} whole={curlCommand(whole, page)} />
      <dl className="auto-fields" aria-label={words.fields}>
        {fields.map(([name, meaning, required]) => (
          <div key={name}>
            <dt className="mono">{name}</dt>
            <dd>
              {required && <em>{words.required}</em>} {meaning}
            </dd>
          </div>
        ))}
      </dl>
      <p>{words.answer}</p>
    </>
  )
}

const script = (make: (target: PushTarget) => string, file: string, { shown, whole }: Targets) => ({
  text: make(shown),
  whole: make(whole),
  file,
})

function Comments(targets: Targets) {
  const t = useWords(pushWords)
  return (
    <>
      <p>{t.commentsText}</p>
      <PushCode name={t.comment} text={t.exampleComment} />
      <PushCode name={`sheaf_api.sh · ${t.unix}`} {...script(shellScript, 'sheaf_api.sh', targets)} />
      <PushCode name={`sheaf_api.ps1 · ${t.windows}`} {...script(powerShellScript, 'sheaf_api.ps1', targets)} />
    </>
  )
}

function Database(targets: Targets) {
  const t = useWords(pushWords)
  return (
    <>
      <p>{t.databaseText}</p>
      <PushCode name={`sheaf_db.sh · ${t.unix}`} {...script(databaseScript, 'sheaf_db.sh', targets)} />
    </>
  )
}

function Push({ shown, whole }: Targets) {
  const t = useWords(pushWords)
  const command = (what: string) => ({ text: pushCommand(shown, what), whole: pushCommand(whole, what) })
  return (
    <>
      <p>{t.pushText}</p>
      <PushCode name={t.pushComments} {...command('comments src')} />
      <PushCode name={t.pushDatabase} {...command("database 'postgres://user:password@127.0.0.1/shop'")} />
    </>
  )
}

const views = { page: OnePage, comments: Comments, database: Database, push: Push }

/** How one way of pushing pages goes, with this item's key. */
export function ApiExample({ way, ...targets }: Targets & { way: ApiExampleName }) {
  const View = views[way]
  return <View {...targets} />
}

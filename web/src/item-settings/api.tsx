import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router'
import { addItemWords } from '../items/add/add-item.words.ts'
import { PushCode } from '../items/push/code.tsx'
import { pushWords } from '../items/push/push.words.ts'
import { curlCommand, databaseScript, type PushTarget, powerShellScript, pushCommand, shellScript } from '../items/push/scripts.ts'
import { api, read } from '../lib/api.ts'
import { useBoot } from '../lib/boot.ts'
import { longDate } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { PageHead } from '../ui/frame/page-head.tsx'
import { Bone, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { useSend } from '../ui/send.ts'
import { Block } from '../ui/settings/block.tsx'
import type { SettingItem } from './basics.tsx'
import { CopyValue } from './copy-value.tsx'
import { settingWords } from './screen.words.ts'

/** The values on the screen, where the token can be masked, and those to copy and download. */
interface Targets {
  shown: PushTarget
  whole: PushTarget
}

const apiExamples = ['page', 'comments', 'database', 'push'] as const
type ApiExampleName = (typeof apiExamples)[number]

/** How to push one page with one request: the fields and the response. */
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

/** The instructions for one push method, with this item's key. */
function ApiExample({ example, ...targets }: Targets & { example: ApiExampleName }) {
  const View = views[example]
  return <View {...targets} />
}

interface Props {
  api_key: string
  api_token: string
  /** The token is visible on the screen. */
  shown: boolean
}

const HIDDEN = '••••••••'
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

/** How programs use the key, with code for this item that is ready to copy. */
function SettingApiHelp({ api_key, api_token, shown }: Props) {
  const t = useWords(settingWords)
  const words = useWords(pushWords)
  const language = useLanguage()
  const { site } = useBoot()
  const [example, setExample] = useState<ApiExampleName>('page')
  const whole = { site, api_key, api_token, language }
  const turn = (event: KeyboardEvent<HTMLElement>) => {
    const next = apiExamples[
      (apiExamples.indexOf(example) + (steps[event.key] ?? 0) + apiExamples.length) % apiExamples.length
    ] as ApiExampleName
    if (next === example) return
    event.preventDefault()
    setExample(next)
    event.currentTarget.querySelectorAll('button')[apiExamples.indexOf(next)]?.focus()
  }
  return (
    <div className="auto-help setting-help">
      <h2>{t.use}</h2>
      <div className="seg push-ways" role="tablist" aria-label={words.ways} onKeyDown={turn}>
        {apiExamples.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={name === example}
            aria-controls="push-way"
            tabIndex={name === example ? 0 : -1}
            onClick={() => setExample(name)}
          >
            {words[name]}
          </button>
        ))}
      </div>
      <div id="push-way" className="push-way" role="tabpanel" aria-label={words[example]}>
        <ApiExample example={example} whole={whole} shown={shown ? whole : { ...whole, api_token: HIDDEN }} />
        <p className="help">{words.holds}</p>
      </div>
    </div>
  )
}

/** The key and the token with which scripts write to this item. */
export function SettingApi({ item }: { item: SettingItem }) {
  const t = useWords(settingWords)
  const language = useLanguage()
  const { item_id } = item
  const [shown, setShown] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const keys = useQuery(read(api.item.getKey, { item_id }))
  const reset = useSend(api.item.resetKey, { done: t.resetDone })
  const used = Number(keys.data?.last_check_time ?? 0)
  return (
    <section>
      <PageHead title={t.api} about={t.apiSub} />
      {keys.data ? (
        <>
          <Block title={t.keys} about={t.keysAbout}>
            <CopyValue name="api_key" value={keys.data.api_key} isCode />
            <CopyValue name="api_token" value={keys.data.api_token} isCode shown={shown} onShow={setShown} />
            <div className="setting-keys">
              <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setConfirming(true)}>
                {t.reset}
              </button>
              <span className="muted">
                {t.madeAt(longDate(Number(keys.data.addtime), language))}
                {used > 0 && ` · ${t.usedAt(longDate(used, language))}`}
              </span>
            </div>
            <p className="help setting-tokens-line">
              {t.tokensLine} <Link to={paths.tokens()}>{t.toTokens}</Link>
            </p>
          </Block>
          <SettingApiHelp api_key={keys.data.api_key} api_token={keys.data.api_token} shown={shown} />
        </>
      ) : keys.isError ? (
        <ErrorNote title={t.keysFailed} error={keys.error} onRetry={() => void keys.refetch()} />
      ) : (
        <Skeleton>
          <Bone width={64} height={14} />
          <Bone height={36} />
          <Bone width={80} height={14} />
          <Bone height={36} />
        </Skeleton>
      )}
      {confirming && (
        <ConfirmDialog
          title={t.resetTitle}
          action={t.resetDo}
          danger
          onConfirm={() => reset.send({ item_id })}
          onClose={() => setConfirming(false)}
        >
          {t.resetText(item.item_name)}
        </ConfirmDialog>
      )}
    </section>
  )
}

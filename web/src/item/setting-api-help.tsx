import { useBoot } from '../lib/boot.ts'
import { useWords } from '../lib/words.ts'
import { addItemWords } from './add-item.words.ts'
import { settingWords } from './setting-screen.words.ts'
import { CopyIcon } from './setting-secret.tsx'

/** How a script uses the key: one request, its fields, its answer. */
export function SettingApiHelp({ api_key, api_token }: { api_key: string; api_token: string }) {
  const t = useWords(settingWords)
  const words = useWords(addItemWords)
  const { site } = useBoot()
  const curl = `curl '${site}/server/index.php?s=/api/item/updateByApi' \\
  --data-urlencode 'api_key=${api_key}' \\
  --data-urlencode 'api_token=${api_token}' \\
  --data-urlencode 'cat_name=${words.exampleCatalog}' \\
  --data-urlencode 'page_title=${words.exampleTitle}' \\
  --data-urlencode 'page_content@refund.md' \\
  --data-urlencode 's_number=10'`
  const fields: [name: string, meaning: string, required: boolean][] = [
    ['cat_name', words.catMeaning, false],
    ['page_title', words.titleMeaning, true],
    ['page_content', words.contentMeaning, true],
    ['s_number', words.orderMeaning, false],
  ]
  return (
    <div className="auto-help setting-help">
      <h2>{t.use}</h2>
      <p>{t.useText}</p>
      <figure className="code-box">
        <figcaption>
          <span className="grow">{words.example}</span>
          <CopyIcon name={words.example} text={curl} />
        </figcaption>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
        <pre className="scroll" tabIndex={0}>
          <code>{curl}</code>
        </pre>
      </figure>
      <p className="help">{t.useShown}</p>
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
    </div>
  )
}

import { useBoot } from '../../lib/boot.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { PushCode } from '../push/code.tsx'
import { pushWords } from '../push/push.words.ts'
import { addressOf, curlCommand, pushCommand } from '../push/scripts.ts'
import { addItemWords } from './add-item.words.ts'

/** The tab "Automatic": how a script writes pages through the open API. */
export function AutoHelp() {
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

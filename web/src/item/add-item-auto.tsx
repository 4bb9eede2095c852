import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useBoot } from '../lib/boot.ts'
import { useWords } from '../lib/words.ts'
import { addItemWords } from './add-item.words.ts'

function CopyButton({ text }: { text: string }) {
  const t = useWords(addItemWords)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 1500)
  }
  const word = copied ? t.copied : t.copyCode
  return (
    <button type="button" className="ib" title={word} aria-label={word} onClick={() => void copy().catch(() => {})}>
      {copied ? <Check className="i" aria-hidden="true" /> : <Copy className="i" aria-hidden="true" />}
    </button>
  )
}

function Code({ name, text }: { name: string; text: string }) {
  return (
    <figure className="code-box">
      <figcaption>
        <span className="grow">{name}</span>
        <CopyButton text={text} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre className="scroll" tabIndex={0}>
        <code>{text}</code>
      </pre>
    </figure>
  )
}

/** The tab "Automatic": how a script writes pages through the open API. */
export function AutoHelp() {
  const t = useWords(addItemWords)
  const { site } = useBoot()
  const address = `${site}/server/index.php?s=/api/item/updateByApi`
  const curl = `curl '${address}' \\
  --data-urlencode 'api_key=YOUR_KEY' \\
  --data-urlencode 'api_token=YOUR_TOKEN' \\
  --data-urlencode 'cat_name=${t.exampleCatalog}' \\
  --data-urlencode 'page_title=${t.exampleTitle}' \\
  --data-urlencode 'page_content@refund.md' \\
  --data-urlencode 's_number=10'`
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
      <Code name="POST" text={address} />
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
      <Code name={t.example} text={curl} />
      <p>{t.answer}</p>
    </div>
  )
}

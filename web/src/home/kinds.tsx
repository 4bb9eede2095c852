import { Lightbulb } from 'lucide-react'
import { useWords } from '../lib/words.ts'
import { homeWords } from './home.words.ts'

const answer = [
  ['id', '"SO-20418"'],
  ['state', '"reserved"'],
  ['total', '"129.00"'],
] as const

function ApiSample() {
  return (
    <div className="sample" aria-hidden="true">
      <div className="sample-line">
        <span className="verb post">POST</span>
        <span className="mono">/v2/orders</span>
      </div>
      <pre>
        {'{\n'}
        {answer.map(([key, value], at) => (
          <span key={key}>
            {'  '}
            <span className="hljs-attr">"{key}"</span>: <span className="hljs-string">{value}</span>
            {at < answer.length - 1 ? ',\n' : '\n'}
          </span>
        ))}
        {'}'}
      </pre>
    </div>
  )
}

function DictionarySample() {
  const t = useWords(homeWords)
  const rows = [
    ['order_id', 'bigint', t.sampleOrder],
    ['state', 'smallint', t.sampleState],
    ['created_at', 'bigint', t.sampleCreated],
  ] as const
  return (
    <div className="sample" aria-hidden="true">
      <div className="sample-row head">
        <span>{t.sampleField}</span>
        <span>{t.sampleType}</span>
        <span>{t.sampleMeaning}</span>
      </div>
      {rows.map(([name, type, meaning]) => (
        <div key={name} className="sample-row">
          <span className="mono name">{name}</span>
          <span className="mono">{type}</span>
          <span>{meaning}</span>
        </div>
      ))}
    </div>
  )
}

function ManualSample() {
  const t = useWords(homeWords)
  return (
    <div className="sample" aria-hidden="true">
      <div className="sample-callout">
        <Lightbulb className="i" />
        {t.sampleCallout}
      </div>
      <ol className="sample-steps">
        <li>{t.sampleStep}</li>
        <li>{t.sampleStep2}</li>
        <li>
          <code className="mono">tar -czf data.tgz ./data</code>
        </li>
      </ol>
    </div>
  )
}

/** The three kinds of document, each with a sample. */
export function Kinds() {
  const t = useWords(homeWords)
  return (
    <section className="kinds">
      <h2>{t.kindsTitle}</h2>
      <ul>
        <li>
          <ApiSample />
          <h3>{t.apiTitle}</h3>
          <p>{t.apiText}</p>
        </li>
        <li>
          <DictionarySample />
          <h3>{t.dictionaryTitle}</h3>
          <p>{t.dictionaryText}</p>
        </li>
        <li>
          <ManualSample />
          <h3>{t.explanationTitle}</h3>
          <p>{t.explanationText}</p>
        </li>
      </ul>
    </section>
  )
}

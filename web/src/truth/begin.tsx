import { FileText, GitBranch } from 'lucide-react'
import { PushCode } from '../items/push/code.tsx'
import { useWords } from '../lib/words.ts'
import { checkCommand } from './acts.tsx'
import { staleWords } from './truth.words.ts'

const COMMENT = '<!-- source: shop:src/orders.ts#createOrder -->'

/** How to begin: a page names something, and a build checks it. */
export function Begin() {
  const t = useWords(staleWords)
  return (
    <section className="truth-begin">
      <h2>{t.begin}</h2>
      <p>{t.beginText}</p>
      <ol>
        <li>
          <FileText className="i" aria-hidden="true" />
          <h3>{t.beginPage}</h3>
          <p>{t.beginPageText}</p>
          <PushCode name={t.beginComment} text={COMMENT} />
        </li>
        <li>
          <GitBranch className="i" aria-hidden="true" />
          <h3>{t.beginBuild}</h3>
          <p>{t.beginBuildText}</p>
          <PushCode name={t.command} text={checkCommand('shop')} />
          <p className="help">{t.keys}</p>
        </li>
      </ol>
    </section>
  )
}

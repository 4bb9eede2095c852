import { Shuffle, WandSparkles } from 'lucide-react'
import { useLanguage, useWords } from '../lib/words.ts'
import { mockWords } from './mock.words.ts'
import { MockFromPage } from './mock-from-page.tsx'
import { pretty } from './mock-pretty.ts'
import { MockText } from './mock-text.tsx'
import { varied } from './mock-vary.ts'
import type { MockState } from './mock-work.ts'

interface Props {
  work: MockState
  /** The page's text as it stands. */
  read: () => string
  /** The field was left by its key. */
  onLeave: () => void
}

/** The answer as it is written, and what helps to write it. */
export function MockTemplate({ work, read, onLeave }: Props) {
  const t = useWords(mockWords)
  const language = useLanguage()
  const { field, text, setText, problem, tooLong, put, change } = work
  const vary = () => change(() => JSON.stringify(varied(JSON.parse(text), language), null, 2))
  return (
    <div className="field">
      <div className="mk-head">
        <span className="label">{t.template}</span>
        <MockFromPage read={read} onTake={put} />
        <button type="button" className="btn s" data-tip={t.varyHelp} onClick={vary}>
          <Shuffle className="i" aria-hidden="true" />
          {t.vary}
        </button>
        <button type="button" className="btn s" onClick={() => change(() => pretty(text) ?? text)}>
          <WandSparkles className="i" aria-hidden="true" />
          {t.beautify}
        </button>
      </div>
      <MockText {...{ field, problem, tooLong }} value={text} onChange={setText} onLeave={onLeave} />
    </div>
  )
}

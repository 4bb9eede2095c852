import { type Ref, useState } from 'react'
import { addressOf } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { Wrong } from '../../ui/forms/wrong.tsx'
import { itemPasswordWords } from './password.words.ts'

/** The field for the characters of a picture; a press on the picture asks for another one. A new key shows a new picture. */
export function PictureCode({ ref, wrong }: { ref: Ref<HTMLInputElement>; wrong: string }) {
  const t = useWords(itemPasswordWords)
  const [stamp, setStamp] = useState(Date.now)
  return (
    <div className="field">
      <label htmlFor="visit-code">{t.code}</label>
      <div className="code-row">
        <input
          ref={ref}
          id="visit-code"
          className={wrong ? 'input l err' : 'input l'}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={10}
          aria-invalid={wrong !== ''}
          aria-describedby={wrong ? 'code-wrong' : undefined}
        />
        <button type="button" aria-label={t.renew} data-tip={t.renew} onClick={() => setStamp((old) => Math.max(Date.now(), old + 1))}>
          <img src={`${addressOf('common/verify')}?t=${stamp}`} alt={t.picture} />
        </button>
      </div>
      <Wrong id="code-wrong">{wrong}</Wrong>
    </div>
  )
}

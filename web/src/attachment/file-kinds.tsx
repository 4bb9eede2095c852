import { useId } from 'react'
import { useWords } from '../lib/words.ts'
import { attachmentWords } from './attachment.words.ts'
import { ALL, OTHERS, PICTURES } from './file.ts'

export function FileKinds({ value, onChange }: { value: string; onChange: (kind: string) => void }) {
  const t = useWords(attachmentWords)
  const group = useId()
  const kinds = [
    [ALL, t.all],
    [PICTURES, t.pictures],
    [OTHERS, t.others],
  ] as const
  return (
    <div className="seg" role="radiogroup" aria-label={t.kind}>
      {kinds.map(([kind, name]) => (
        <label key={kind} className={value === kind ? 'on' : undefined}>
          <input type="radio" className="visually-hidden" name={group} checked={value === kind} onChange={() => onChange(kind)} />
          {name}
        </label>
      ))}
    </div>
  )
}

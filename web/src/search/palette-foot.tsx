import { useControlKey } from '../lib/control-key.ts'
import { useWords } from '../lib/words.ts'
import { searchWords } from './search.words.ts'

/** The keys, where there is a keyboard. */
export function PaletteFoot({ both }: { both: boolean }) {
  const t = useWords(searchWords)
  const control = useControlKey()
  const keys = [
    [['↑', '↓'], t.choose],
    [['Enter'], t.open],
    [[`${control}Enter`], t.newTab],
    ...(both ? [[['Tab'], t.change] as const] : []),
  ] as const
  return (
    <div className="pft" aria-hidden="true">
      {keys.map(([names, what]) => (
        <span key={what} className="row">
          {names.map((name) => (
            <span key={name} className="kbd">
              {name}
            </span>
          ))}
          {what}
        </span>
      ))}
    </div>
  )
}

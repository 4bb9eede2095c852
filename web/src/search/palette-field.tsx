import { Search, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useWords } from '../lib/words.ts'
import { searchWords } from './search.words.ts'
import type { Chosen } from './use-chosen.ts'
import type { Scope } from './use-hits.ts'

interface Props {
  text: string
  scope: Scope
  /** There is a choice of where to search. */
  both: boolean
  waiting: boolean
  chosen: Chosen
  onText: (text: string) => void
  onComposing: (composing: boolean) => void
  onEnter: (inTab: boolean) => void
  onTab: (() => void) | undefined
  setScope: (scope: Scope) => void
  onClose: () => void
}

const PAGE = 6

/** What is typed, and where it is looked for. */
export function PaletteField({ text, scope, both, waiting, chosen, onText, onComposing, onEnter, onTab, setScope, onClose }: Props) {
  const t = useWords(searchWords)
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const { key } = event
    if (key === 'ArrowDown') chosen.down()
    else if (key === 'ArrowUp') chosen.up()
    else if (key === 'PageDown') chosen.page(PAGE)
    else if (key === 'PageUp') chosen.page(-PAGE)
    else if (key === 'Home' && event.ctrlKey) chosen.start()
    else if (key === 'End' && event.ctrlKey) chosen.end()
    else if (key === 'Enter') onEnter(event.ctrlKey || event.metaKey)
    else if (key === 'Tab' && onTab) onTab()
    else if (key === 'Escape') onClose()
    else if (key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) event.currentTarget.select()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <div className="pin">
        <Search className={waiting ? 'i busy' : 'i'} aria-hidden="true" />
        <input
          type="text"
          role="combobox"
          aria-label={scope === 'here' ? t.placeholderHere : t.placeholder}
          aria-expanded={chosen.count > 0}
          aria-controls={chosen.list}
          aria-activedescendant={chosen.row && chosen.idOf(chosen.row)}
          aria-autocomplete="list"
          placeholder={scope === 'here' ? t.placeholderHere : t.placeholder}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={100}
          value={text}
          onChange={(event) => onText(event.target.value)}
          onCompositionStart={() => onComposing(true)}
          onCompositionEnd={() => onComposing(false)}
          onKeyDown={press}
        />
        <button type="button" className="ib pal-close" aria-label={t.close} onClick={onClose}>
          <span className="kbd" aria-hidden="true" />
          <X className="i" aria-hidden="true" />
        </button>
      </div>
      {both && (
        <fieldset className="psc" aria-label={t.where}>
          {(['here', 'all'] as const).map((one) => (
            <button
              key={one}
              type="button"
              className={scope === one ? 'chip on' : 'chip'}
              aria-pressed={scope === one}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => setScope(one)}
            >
              {one === 'here' ? t.here : t.everywhere}
            </button>
          ))}
        </fieldset>
      )}
    </>
  )
}

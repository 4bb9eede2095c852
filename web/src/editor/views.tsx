import { Columns2, Eye, PenLine } from 'lucide-react'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { stored } from '../lib/stored.ts'
import { useWords } from '../lib/words.ts'
import { editorWords } from '../writing/editor.words.ts'

export type View = 'write' | 'split' | 'read'

const NARROW = '(max-width: 899px)'
const KEY = 'sheaf.editor-view'
const icons = { write: PenLine, split: Columns2, read: Eye }

function useNarrow() {
  return useSyncExternalStore(
    (tell) => {
      const media = globalThis.matchMedia?.(NARROW)
      media?.addEventListener('change', tell)
      return () => media?.removeEventListener('change', tell)
    },
    () => globalThis.matchMedia?.(NARROW).matches ?? false,
    () => false,
  )
}

const remembered = (): View => (stored.read(KEY) === 'write' ? 'write' : 'split')

/** Write, both or read. A narrow screen shows one half; reading is never how the editor opens. */
export function useView(): [View, (view: View) => void] {
  const narrow = useNarrow()
  const [view, setView] = useState(remembered)
  const choose = useCallback((next: View) => {
    setView(next)
    if (next !== 'read') stored.write(KEY, next)
  }, [])
  return [narrow && view === 'split' ? 'write' : view, choose]
}

interface ViewSwitchProps {
  view: View
  onView: (view: View) => void
  className?: string
  /** In words, and without the view that shows both: for narrow screens. */
  words?: boolean
}

export function ViewSwitch({ view, onView, className = '', words = false }: ViewSwitchProps) {
  const t = useWords(editorWords)
  const shown = (['write', 'split', 'read'] as const).filter((one) => !words || one !== 'split')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a box of its own
    <div className={`seg ${className}`} role="group" aria-label={t.views}>
      {shown.map((one) => {
        const Icon = icons[one]
        return (
          <button
            key={one}
            type="button"
            aria-pressed={view === one}
            {...(words ? {} : { 'aria-label': t[one], 'data-tip': t[one] })}
            onClick={() => onView(one)}
          >
            {words ? t[one] : <Icon className="i" aria-hidden="true" />}
          </button>
        )
      })}
    </div>
  )
}

import { Columns2, Eye, PenLine } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useIsUpTo } from '../../lib/breakpoints.ts'
import { stored } from '../../lib/stored.ts'
import { useWords } from '../../lib/words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { editorWords } from '../../writing/editor.words.ts'

export type View = 'write' | 'split' | 'read'

const KEY = 'sheaf.editor-view'
const icons = { write: PenLine, split: Columns2, read: Eye }

const storedView = (): View => (stored.read(KEY) === 'write' ? 'write' : 'split')

/** Write, split or read. A narrow screen shows one half only; the editor never opens in the read view. */
export function useView(): [View, (view: View) => void] {
  const narrow = useIsUpTo('tablet')
  const [view, setView] = useState(storedView)
  const choose = useCallback((next: View) => {
    setView(next)
    if (next !== 'read') stored.write(KEY, next)
  }, [])
  return [narrow && view === 'split' ? 'write' : view, choose]
}

interface Props {
  view: View
  onView: (view: View) => void
}

/** Three views on a wide screen; on a phone one button, which changes to the other half. */
export function ViewSwitch({ view, onView }: Props) {
  const t = useWords(editorWords)
  const narrow = useIsUpTo('tablet')
  const phone = useIsUpTo('phone')
  if (phone) {
    const next = view === 'read' ? 'write' : 'read'
    const Icon = icons[next]
    return (
      <IconButton name={t[next]} onClick={() => onView(next)}>
        <Icon className="i" aria-hidden="true" />
      </IconButton>
    )
  }
  const shown = (['write', 'split', 'read'] as const).filter((name) => !narrow || name !== 'split')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset adds a legend and a border
    <div className="seg" role="group" aria-label={t.views}>
      {shown.map((name) => {
        const Icon = icons[name]
        return (
          <button
            key={name}
            type="button"
            aria-pressed={view === name}
            aria-label={t[name]}
            data-tip={t[name]}
            onClick={() => onView(name)}
          >
            <Icon className="i" aria-hidden="true" />
          </button>
        )
      })}
    </div>
  )
}

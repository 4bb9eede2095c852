import { LayoutGrid, Rows3 } from 'lucide-react'
import { useState } from 'react'
import { stored } from '../lib/stored.ts'
import { useWords } from '../lib/words.ts'
import { itemsWords } from './items.words.ts'

export type View = 'cards' | 'list'

const KEY = 'sheaf.items-view'

/** Cards or a list, stored in this browser. */
export function useView(): [View, (view: View) => void] {
  const [view, setView] = useState<View>(() => (stored.read(KEY) === 'list' ? 'list' : 'cards'))
  const choose = (next: View) => {
    setView(next)
    stored.write(KEY, next)
  }
  return [view, choose]
}

export function ViewSwitch({ view, onChoose }: { view: View; onChoose: (view: View) => void }) {
  const t = useWords(itemsWords)
  const button = (name: View, text: string, Icon: typeof Rows3) => (
    <button type="button" aria-label={text} data-tip={text} aria-pressed={view === name} onClick={() => onChoose(name)}>
      <Icon className="i" aria-hidden="true" />
    </button>
  )
  return (
    <fieldset className="seg" aria-label={t.view}>
      {button('cards', t.cards, LayoutGrid)}
      {button('list', t.list, Rows3)}
    </fieldset>
  )
}

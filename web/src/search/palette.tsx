import './palette.css'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useSettledText } from '../lib/composition.ts'
import { useControlKey } from '../lib/control-key.ts'
import { useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { useBackdropClick } from '../ui/dialog.tsx'
import { takeBufferedKeys } from './early-keys.ts'
import { currentItemAt } from './here.ts'
import { type Row, type Scope, type Selection, useDebouncedText, useHits, useSelection } from './hits.ts'
import { PaletteList, useOpenRow } from './palette-list.tsx'
import { useRecent } from './recent.ts'
import { searchWords } from './search.words.ts'

interface Props {
  text: string
  scope: Scope
  /** Whether the user can choose the scope of the search. */
  both: boolean
  waiting: boolean
  chosen: Selection
  onText: (text: string) => void
  composition: ReturnType<typeof useSettledText>['composition']
  onEnter: (inTab: boolean) => void
  onTab: (() => void) | undefined
  setScope: (scope: Scope) => void
  onClose: () => void
}

const PAGE = 6

/** The search field and the choice of the scope. */
function PaletteField({ text, scope, both, waiting, chosen, onText, composition, onEnter, onTab, setScope, onClose }: Props) {
  const t = useWords(searchWords)
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
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
      <div className="pin row">
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
          onKeyDown={press}
          {...composition}
        />
        <button type="button" className="ib pal-close" aria-label={t.close} onClick={onClose}>
          <span className="kbd" aria-hidden="true" />
          <X className="i" aria-hidden="true" />
        </button>
      </div>
      {both && (
        <fieldset className="psc" aria-label={t.where}>
          {(['here', 'all'] as const).map((option) => (
            <button
              key={option}
              type="button"
              className={scope === option ? 'chip on' : 'chip'}
              aria-pressed={scope === option}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => setScope(option)}
            >
              {option === 'here' ? t.here : t.everywhere}
            </button>
          ))}
        </fieldset>
      )}
    </>
  )
}

/** The keyboard shortcuts; hidden on devices without a keyboard. */
function PaletteFoot({ both }: { both: boolean }) {
  const t = useWords(searchWords)
  const control = useControlKey()
  const keys = [
    [['↑', '↓'], t.choose],
    [['Enter'], t.open],
    [[`${control}Enter`], t.newTab],
    ...(both ? [[['Tab'], t.change] as const] : []),
  ] as const
  return (
    <div className="pft row" aria-hidden="true">
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

/** The search dialog: a field and a list of hits, with full keyboard control. */
export function Palette({ onClose }: { onClose: () => void }) {
  const t = useWords(searchWords)
  const account = useAccount()
  const { pathname } = useLocation()
  const here = useMemo(() => currentItemAt(pathname), [pathname])
  const dialog = useRef<HTMLDialogElement>(null)
  const outside = useBackdropClick(onClose)
  const [text, setText] = useState('')
  /* Enter before the results arrive opens the first result when it arrives. */
  const [pendingOpen, setPendingOpen] = useState<'none' | 'here' | 'tab'>('none')
  const { settled, composition } = useSettledText(text)
  const [scope, setScope] = useState<Scope>(here ? 'here' : 'all')
  const { rested, now } = useDebouncedText(settled.trim())
  const hits = useHits(scope, here, rested)
  const recent = useRecent(scope, here, rested === '')
  const { sections, waiting } = rested === '' ? recent : hits
  /** The words that the hits have, which the pages mark. */
  const searched = hits.instead || rested
  const fresh = rested === text.trim() && !(rested !== '' && hits.outdated) && !waiting
  const chosen = useSelection(sections, rested)
  const open = useOpenRow(searched, onClose)
  const both = here !== undefined && account !== null

  useLayoutEffect(() => {
    const element = dialog.current
    const previousFocus = document.activeElement as HTMLElement | null
    if (element?.showModal) element.showModal()
    else element?.setAttribute('open', '')
    element?.querySelector('input')?.focus()
    const early = takeBufferedKeys()
    if (early.text) setText(early.text)
    if (early.enter) setPendingOpen('here')
    return () => {
      element?.close?.()
      previousFocus?.focus({ preventScroll: true })
    }
  }, [])

  const [first] = sections.flatMap((section) => section.rows)
  useEffect(() => {
    if (pendingOpen === 'none' || !fresh) return
    setPendingOpen('none')
    if (first) open(first, pendingOpen === 'tab')
  }, [pendingOpen, fresh, first, open])
  const enter = (inTab: boolean) => {
    if (fresh && chosen.row) return open(chosen.row, inTab)
    now()
    setPendingOpen(inTab ? 'tab' : 'here')
  }
  const switchScope = () => setScope((old) => (old === 'here' ? 'all' : 'here'))

  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t.title}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
      {...outside}
    >
      <div className="pal-in stack">
        <PaletteField
          {...{ text, composition, scope, both, waiting, chosen, setScope, onClose }}
          onText={(next) => {
            setPendingOpen('none')
            setText(next)
          }}
          onEnter={enter}
          onTab={both ? switchScope : undefined}
        />
        <PaletteList
          {...{ sections, waiting, chosen, searched }}
          keyword={rested}
          error={rested === '' ? null : hits.error}
          onRetry={hits.retry}
          onElsewhere={both && scope === 'here' ? switchScope : undefined}
          onOpen={(row: Row) => open(row, false)}
          outdated={rested !== '' && hits.outdated}
        />
        <PaletteFoot both={both} />
      </div>
    </dialog>
  )
}

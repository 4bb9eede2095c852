import './pick-list.css'
import { Check, Search } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { pickWords } from '../list.words.ts'

export interface Choice {
  id: string
  text: string
  /** Stands behind the text, paler. */
  more?: string
}

interface Props {
  /** Names the search field and the list. */
  label: string
  find: string
  choices: Choice[]
  chosen: ReadonlySet<string>
  onChange: (chosen: Set<string>) => void
  /** What stands here when there is nothing to choose from. */
  empty: string
  autoFocus?: boolean
  /** Seen at a time. */
  rows?: number
}

const ROW = 40
const ROWS = 7
const OVERSCAN_ROWS = 6
const flat = (text: string) => text.normalize('NFKC').toLowerCase()

/** The row the key leads to, or undefined when the key is not the list's. */
function next(key: string, at: number, last: number, seen: number) {
  if (key === 'ArrowDown') return Math.min(at + 1, last)
  if (key === 'ArrowUp') return Math.max(at - 1, 0)
  if (key === 'PageDown') return Math.min(at + seen, last)
  if (key === 'PageUp') return Math.max(at - seen, 0)
  return undefined
}

/** Many of many, thousands even: a search field over rows to tick. Arrows move, Enter ticks; only the rows in view exist. */
export function PickList({ label, find, choices, chosen, onChange, empty, autoFocus, rows: seen = ROWS }: Props) {
  const t = useWords(pickWords)
  const ids = useId()
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [only, setOnly] = useState(false)
  const [active, setActive] = useState(0)
  const [top, setTop] = useState(0)
  const text = useDeferredValue(typed.trim())

  const all = useMemo(() => choices.map((choice) => ({ choice, within: flat(`${choice.text} ${choice.more ?? ''}`) })), [choices])
  const words = flat(text).split(/\s+/).filter(Boolean)
  const rows = all
    .filter(({ choice, within }) => words.every((word) => within.includes(word)) && (!only || chosen.has(choice.id)))
    .map(({ choice }) => choice)
  const at = Math.min(active, rows.length - 1)
  const from = Math.max(0, Math.min(Math.floor(top / ROW), rows.length - seen) - OVERSCAN_ROWS)
  const shown = rows.slice(from, from + seen + 2 * OVERSCAN_ROWS)

  /* The list may come later than the dialog it is in. */
  useEffect(() => {
    if (autoFocus) field.current?.focus()
  }, [autoFocus])

  const toggle = (id: string) => {
    const then = new Set(chosen)
    if (!then.delete(id)) then.add(id)
    if (only && then.size === 0) setOnly(false)
    onChange(then)
  }
  const show = (row: number) => {
    setActive(row)
    const box = list.current
    if (!box) return
    const to = Math.max((row + 1) * ROW - (box.clientHeight || seen * ROW), Math.min(box.scrollTop, row * ROW))
    if (to !== box.scrollTop) box.scrollTop = to
    setTop(to)
  }
  const begin = () => {
    if (list.current) list.current.scrollTop = 0
    setTop(0)
    setActive(0)
  }
  const key = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const to = next(event.key, at, rows.length - 1, seen)
    const row = rows[at]
    if (to !== undefined) show(Math.max(to, 0))
    else if (event.key === 'Enter') row && toggle(row.id)
    else if (event.key === 'Escape' && typed) setTyped('')
    else return
    event.preventDefault()
  }

  return (
    <div className="pick">
      <div className="pick-head">
        <label className="search">
          <Search className="i" aria-hidden="true" />
          <input
            ref={field}
            type="search"
            role="combobox"
            aria-label={label}
            aria-expanded="true"
            aria-controls={`${ids}list`}
            aria-activedescendant={rows[at] && `${ids}${at}`}
            value={typed}
            placeholder={find}
            autoComplete="off"
            spellCheck={false}
            data-autofocus={autoFocus ? '' : undefined}
            onChange={(event) => {
              setTyped(event.target.value)
              begin()
            }}
            onKeyDown={key}
          />
        </label>
        <button
          type="button"
          className="chip"
          aria-pressed={only}
          aria-label={`${t.chosen(chosen.size)}. ${t.onlyChosen}`}
          disabled={chosen.size === 0}
          onClick={() => {
            setOnly(!only)
            begin()
          }}
        >
          {t.chosen(chosen.size)}
        </button>
      </div>
      <div
        ref={list}
        id={`${ids}list`}
        className="pick-list scroll"
        role="listbox"
        aria-multiselectable="true"
        aria-label={label}
        tabIndex={-1}
        style={{ height: ROW * seen }}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      >
        <div role="presentation" style={{ height: rows.length * ROW }}>
          {shown.map((choice, n) => (
            <Row
              key={choice.id}
              choice={choice}
              id={`${ids}${from + n}`}
              at={from + n}
              all={rows.length}
              active={from + n === at}
              chosen={chosen.has(choice.id)}
              onToggle={() => {
                setActive(from + n)
                toggle(choice.id)
              }}
            />
          ))}
        </div>
        {rows.length === 0 && <p className="pick-none">{text ? t.noMatch(text) : only ? t.noneChosen : empty}</p>}
      </div>
    </div>
  )
}

interface RowProps {
  choice: Choice
  id: string
  at: number
  all: number
  active: boolean
  chosen: boolean
  onToggle: () => void
}

const Row = ({ choice, id, at, all, active, chosen, onToggle }: RowProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the search field has the focus and the keys
  <div
    id={id}
    role="option"
    aria-selected={chosen}
    aria-posinset={at + 1}
    aria-setsize={all}
    className={active ? 'pick-row active' : 'pick-row'}
    style={{ top: at * ROW }}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onToggle}
  >
    <span className="pick-box">{chosen && <Check className="i" aria-hidden="true" />}</span>
    <span className="cut">
      {choice.text}
      {choice.more && <span className="muted"> {choice.more}</span>}
    </span>
  </div>
)

import './pick-list.css'
import { Check, Search } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useSettledText } from '../../lib/composition.ts'
import { useWords } from '../../lib/words.ts'
import { pickWords } from '../list.words.ts'
import { rem, textScale } from '../text/scale.ts'

export interface Choice {
  id: string
  text: string
  /** Muted text after the label. */
  more?: string
}

interface Props {
  /** Accessible name of the search field and the list. */
  label: string
  find: string
  choices: Choice[]
  chosen: ReadonlySet<string>
  onChange: (chosen: Set<string>) => void
  /** Shown when there are no options. */
  empty: string
  autoFocus?: boolean
  /** Number of visible rows. */
  rows?: number
}

/** Row height, as in pick-list.css. */
const ROW = 40
const rowHeightNow = () => ROW * textScale()
const ROWS = 7
const OVERSCAN_ROWS = 6
const flat = (text: string) => text.normalize('NFKC').toLowerCase()

/** The row that the key moves to, or undefined for other keys. */
function next(key: string, at: number, last: number, visibleRows: number) {
  if (key === 'ArrowDown') return Math.min(at + 1, last)
  if (key === 'ArrowUp') return Math.max(at - 1, 0)
  if (key === 'PageDown') return Math.min(at + visibleRows, last)
  if (key === 'PageUp') return Math.max(at - visibleRows, 0)
  return undefined
}

/** Multiple selection from thousands of options: a search field above rows with checkboxes. Only visible rows are rendered. */
export function PickList({ label, find, choices, chosen, onChange, empty, autoFocus, rows: visibleRows = ROWS }: Props) {
  const t = useWords(pickWords)
  const ids = useId()
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [only, setOnly] = useState(false)
  const [active, setActive] = useState(0)
  /** The first visible row, with the part of it that is scrolled out. */
  const [top, setTop] = useState(0)
  const { settled, composition } = useSettledText(typed)
  const text = useDeferredValue(settled.trim())

  const all = useMemo(() => choices.map((choice) => ({ choice, within: flat(`${choice.text} ${choice.more ?? ''}`) })), [choices])
  const words = flat(text).split(/\s+/).filter(Boolean)
  const rows = all
    .filter(({ choice, within }) => words.every((word) => within.includes(word)) && (!only || chosen.has(choice.id)))
    .map(({ choice }) => choice)
  const at = Math.min(active, rows.length - 1)
  const from = Math.max(0, Math.min(Math.floor(top), rows.length - visibleRows) - OVERSCAN_ROWS)
  const shown = rows.slice(from, from + visibleRows + 2 * OVERSCAN_ROWS)

  /* The list can load after its dialog opens. */
  useEffect(() => {
    if (autoFocus) field.current?.focus()
  }, [autoFocus])

  const toggle = (id: string) => {
    const updated = new Set(chosen)
    if (!updated.delete(id)) updated.add(id)
    if (only && updated.size === 0) setOnly(false)
    onChange(updated)
  }
  const show = (row: number) => {
    setActive(row)
    const box = list.current
    if (!box) return
    const height = rowHeightNow()
    const to = Math.max((row + 1) * height - (box.clientHeight || visibleRows * height), Math.min(box.scrollTop, row * height))
    if (to !== box.scrollTop) box.scrollTop = to
    setTop(to / height)
  }
  const scrollToTop = () => {
    if (list.current) list.current.scrollTop = 0
    setTop(0)
    setActive(0)
  }
  const key = (event: KeyboardEvent) => {
    const to = next(event.key, at, rows.length - 1, visibleRows)
    const row = rows[at]
    if (to !== undefined) show(Math.max(to, 0))
    else if (event.key === 'Enter') row && toggle(row.id)
    else if (event.key === 'Escape' && typed) setTyped('')
    else return
    event.preventDefault()
  }

  return (
    <div className="pick">
      <div className="pick-head row">
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
              scrollToTop()
            }}
            onKeyDown={key}
            {...composition}
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
            scrollToTop()
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
        style={{ height: rem(ROW * visibleRows) }}
        onScroll={(event) => setTop(event.currentTarget.scrollTop / rowHeightNow())}
      >
        <div role="presentation" style={{ height: rem(rows.length * ROW) }}>
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
  // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the search field has the focus and handles the keys
  <div
    id={id}
    role="option"
    aria-selected={chosen}
    aria-posinset={at + 1}
    aria-setsize={all}
    className={active ? 'pick-row active' : 'pick-row'}
    style={{ top: rem(at * ROW) }}
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

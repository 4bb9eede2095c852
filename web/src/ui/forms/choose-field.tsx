import './choose-field.css'
import { Check, ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { pickWords } from './pick-list.words.ts'

interface Choice {
  id: string
  text: string
}

interface Props {
  label: string
  /** Stands in the empty field while one types. */
  find: string
  choices: Choice[]
  /** More choices are on their way. */
  waiting?: boolean
  value: string
  onChange: (id: string) => void
}

/** Shown at a time; more are found by typing. */
const MOST = 50
const flat = (text: string) => text.normalize('NFKC').toLowerCase()

/** One of many by its name: a field that shows what is chosen, and while one types the choices that match. */
export function ChooseField({ label, find, choices, waiting = false, value, onChange }: Props) {
  const t = useWords(pickWords)
  const ids = useId()
  const list = useRef<HTMLDivElement>(null)
  /** Undefined while the list is closed. */
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(0)
  const open = typed !== undefined
  const words = flat(typed ?? '')
    .split(/\s+/)
    .filter(Boolean)
  const matching = open ? choices.filter(({ text }) => words.every((word) => flat(text).includes(word))) : []
  const shown = matching.slice(0, MOST)
  const at = Math.min(active, shown.length - 1)

  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView?.({ block: 'nearest' })
  }, [at, open])

  const begin = (text: string) => {
    setTyped(text)
    setActive(
      text
        ? 0
        : Math.max(
            0,
            choices.slice(0, MOST).findIndex((one) => one.id === value),
          ),
    )
  }
  const choose = (id: string) => {
    setTyped(undefined)
    onChange(id)
  }
  const key = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const one = shown[at]
    if (step && !open) begin('')
    else if (step) setActive(Math.max(0, Math.min(shown.length - 1, at + step)))
    else if (open && event.key === 'Enter') one && choose(one.id)
    else if (open && event.key === 'Escape') setTyped(undefined)
    else return
    event.preventDefault()
  }

  return (
    <div className="field choose">
      <label htmlFor={`${ids}field`}>{label}</label>
      <div className="choose-box">
        <input
          id={`${ids}field`}
          className="input"
          role="combobox"
          aria-expanded={open}
          aria-autocomplete="list"
          aria-controls={`${ids}list`}
          aria-activedescendant={open && shown[at] ? `${ids}${at}` : undefined}
          autoComplete="off"
          spellCheck={false}
          value={typed ?? choices.find((one) => one.id === value)?.text ?? ''}
          placeholder={find}
          // What is typed takes the place of the name that stands here.
          onFocus={(event) => event.target.select()}
          onClick={() => open || begin('')}
          onChange={(event) => begin(event.target.value)}
          onKeyDown={key}
          onBlur={() => setTyped(undefined)}
        />
        <ChevronDown className="i" aria-hidden="true" />
      </div>
      {open && (
        <div ref={list} id={`${ids}list`} className="choose-list scroll" role="listbox" aria-label={label} tabIndex={-1}>
          {shown.map((one, n) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the focus and the keys
            <div
              key={one.id}
              id={`${ids}${n}`}
              role="option"
              aria-selected={one.id === value}
              data-active={n === at || undefined}
              className="choose-row"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(one.id)}
            >
              <span className="cut grow">{one.text}</span>
              {one.id === value && <Check className="i" aria-hidden="true" />}
            </div>
          ))}
          {(waiting || shown.length === 0) && (
            <p className="choose-note" role="status">
              {waiting ? t.waiting : t.noMatch(typed)}
            </p>
          )}
          {matching.length > MOST && <p className="choose-note">{t.more(matching.length - MOST)}</p>}
        </div>
      )}
    </div>
  )
}

import './combobox.css'
import { Check, ChevronDown, X } from 'lucide-react'
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { isUnsettled, useSettledText } from '../../lib/composition.ts'
import { useWords } from '../../lib/words.ts'
import { IconButton } from '../icon-button.tsx'
import { pickWords } from '../list.words.ts'
import { positionFloat, raise } from '../popover.tsx'
import { uiWords } from '../ui.words.ts'
import { FieldFrame } from './field.tsx'

interface Option {
  value: string
  label: string
}

/** Number of displayed options; others are found by typing. */
const SHOWN_MAX = 50
const flat = (text: string) => text.normalize('NFKC').toLowerCase()

interface ListProps extends Pick<ComponentProps<'input'>, 'id' | 'aria-label' | 'aria-invalid' | 'aria-describedby' | 'disabled'> {
  inputRef?: Ref<HTMLInputElement>
  options: Option[]
  /** More options are being loaded. */
  waiting?: boolean
  /** Shown in the empty field. */
  placeholder: string
  /** Shown instead of the list if there are no options. */
  empty?: ReactNode
  /** Called with the typed words, for options that the server finds. */
  onType?: (words: string) => void
}

interface BoxProps extends ListProps {
  chosen: string[]
  /** Text of the field while the list is closed. */
  text: string
  /** Stays open after a selection. */
  isMany: boolean
  /** Before the text: the selected options. */
  prefix?: ReactNode
  /** After the text. */
  end?: ReactNode
  onChoose: (value: string) => void
  /** Called on Backspace in the empty field. */
  onBack?: () => void
}

/** A text field over a list of the options that match it (the ARIA pattern "combobox"). */
function Box({
  options,
  waiting,
  placeholder,
  empty,
  chosen,
  text,
  isMany,
  prefix,
  end,
  onChoose,
  onBack,
  onType,
  inputRef,
  ...input
}: BoxProps) {
  const t = useWords(pickWords)
  const ids = useId()
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  /** Undefined while the list is closed. */
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(0)
  const open = typed !== undefined
  const { settled, composition } = useSettledText(typed ?? '')
  const words = flat(settled).split(/\s+/).filter(Boolean)
  const matching = open ? options.filter(({ label }) => words.every((word) => flat(label).includes(word))) : []
  const shown = matching.slice(0, SHOWN_MAX)
  const at = Math.min(active, shown.length - 1)

  useLayoutEffect(() => {
    const [float, anchor] = [list.current, box.current]
    if (!open || !float || !anchor) return
    const position = () => {
      const field = anchor.getBoundingClientRect()
      float.style.width = `${field.width}px`
      positionFloat(float, field, 'start')
    }
    raise(float)
    position()
    // The field grows with selected options, and the list shrinks while typing.
    const sizes = new ResizeObserver(position)
    sizes.observe(anchor)
    sizes.observe(float)
    addEventListener('resize', position)
    addEventListener('scroll', position, true)
    return () => {
      sizes.disconnect()
      removeEventListener('resize', position)
      removeEventListener('scroll', position, true)
    }
  }, [open])
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView?.({ block: 'nearest' })
  }, [at, open])

  const begin = (next: string, isComposing = false) => {
    setTyped(next)
    if (!isComposing) onType?.(next)
    const now = isMany || next ? 0 : options.slice(0, SHOWN_MAX).findIndex(({ value }) => chosen.includes(value))
    setActive(Math.max(0, now))
  }
  const choose = (value: string) => {
    setTyped(isMany ? '' : undefined)
    if (isMany)
      setActive(
        Math.max(
          0,
          options.findIndex((one) => one.value === value),
        ),
      )
    onChoose(value)
  }
  const key = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const one = shown[at]
    if (step && !open) begin('')
    else if (step) setActive(Math.max(0, Math.min(shown.length - 1, at + step)))
    else if (open && event.key === 'Enter') one && choose(one.value)
    else if (open && event.key === 'Escape') setTyped(undefined)
    else if (event.key === 'Backspace' && !typed && onBack) onBack()
    else return
    event.preventDefault()
  }
  return (
    <>
      <div
        ref={box}
        className={['input combo', isMany && 'many', input['aria-invalid'] && 'err', input.disabled && 'off'].filter(Boolean).join(' ')}
      >
        {prefix}
        <input
          ref={inputRef}
          {...input}
          role="combobox"
          aria-expanded={open}
          aria-autocomplete="list"
          aria-controls={`${ids}list`}
          aria-activedescendant={open && shown[at] ? `${ids}${at}` : undefined}
          autoComplete="off"
          spellCheck={false}
          value={typed ?? text}
          placeholder={chosen.length && isMany ? '' : placeholder}
          // Typing replaces the displayed name.
          onFocus={(event) => event.target.select()}
          onClick={() => open || begin('')}
          onChange={(event) => begin(event.target.value, isUnsettled(event))}
          onCompositionStart={composition.onCompositionStart}
          onCompositionEnd={(event) => {
            composition.onCompositionEnd()
            begin(event.currentTarget.value)
          }}
          onKeyDown={key}
          onBlur={() => setTyped(undefined)}
        />
        {end}
        <ChevronDown className="i" aria-hidden="true" />
      </div>
      {open && (
        <div
          ref={list}
          id={`${ids}list`}
          className="combo-list scroll"
          role="listbox"
          aria-label={input['aria-label'] ?? placeholder}
          aria-multiselectable={isMany || undefined}
          tabIndex={-1}
        >
          {shown.map(({ value, label }, n) => (
            // The field keeps the focus and handles the keys.
            <button
              key={value}
              type="button"
              tabIndex={-1}
              id={`${ids}${n}`}
              role="option"
              aria-selected={chosen.includes(value)}
              data-active={n === at || undefined}
              className="combo-row row"
              title={label}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(value)}
            >
              <span className="cut grow">{label}</span>
              {chosen.includes(value) && <Check className="i" aria-hidden="true" />}
            </button>
          ))}
          {(waiting || shown.length === 0) && (
            <p className="combo-note" role="status">
              {waiting ? t.waiting : typed ? t.noMatch(typed) : (empty ?? t.none)}
            </p>
          )}
          {matching.length > SHOWN_MAX && <p className="combo-note">{t.more(matching.length - SHOWN_MAX)}</p>}
        </div>
      )}
    </>
  )
}

interface OneProps extends ListProps {
  value: string | undefined
  onChange: (value: string) => void
  /** If given, the selection can be cleared. */
  onClear?: () => void
}

/** Selects one of many options by name. */
export function Combobox({ value, onChange, onClear, ...list }: OneProps) {
  const t = useWords(uiWords)
  const text = list.options.find((one) => one.value === value)?.label ?? ''
  const clear = onClear && value !== undefined && !list.disabled && (
    <IconButton className="small" name={t.clear} onClick={onClear}>
      <X className="i" aria-hidden="true" />
    </IconButton>
  )
  return <Box {...list} chosen={value === undefined ? [] : [value]} text={text.trim()} isMany={false} end={clear} onChoose={onChange} />
}

interface ManyProps extends ListProps {
  values: string[]
  onChange: (values: string[]) => void
  /** Maximum number of selected options. */
  max: number
}

/** Selects several of many options by name. Each is a chip before the field, with a remove button. */
export function ManyCombobox({ values, onChange, max, ...list }: ManyProps) {
  const t = useWords(uiWords)
  const toggle = (value: string) =>
    onChange(values.includes(value) ? values.filter((one) => one !== value) : [...values, value].slice(0, max))
  const labelOf = (value: string) => list.options.find((one) => one.value === value)?.label ?? value
  const chips = values.map((value) => (
    <span key={value} className="combo-chip">
      <span className="cut">{labelOf(value)}</span>
      <button
        type="button"
        aria-label={t.takeOut(labelOf(value))}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => toggle(value)}
      >
        <X className="i" aria-hidden="true" />
      </button>
    </span>
  ))
  return <Box {...list} chosen={values} text="" isMany prefix={chips} onChoose={toggle} onBack={() => onChange(values.slice(0, -1))} />
}

interface FieldProps extends Omit<OneProps, 'id' | 'aria-label'> {
  label: string
}

/** A controlled combobox with its label. */
export const ComboboxField = ({ label, ...box }: FieldProps) => (
  <FieldFrame label={label}>{(control) => <Combobox {...box} {...control} aria-label={label} />}</FieldFrame>
)

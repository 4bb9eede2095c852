import { createContext, type FormEvent, type ReactNode, type RefObject, use, useCallback, useLayoutEffect, useRef, useState } from 'react'

interface SubmitProps {
  busy: boolean
  /** As wide as the form and larger: the one button of an entrance. */
  wide?: boolean
  /** Not the most important button of the screen. */
  plain?: boolean
  disabled?: boolean
  children: string
}

/** Sends the form around it. While that is under way it keeps the focus and takes no further press. */
export const SubmitButton = ({ busy, wide = false, plain = false, disabled = false, children }: SubmitProps) => (
  <button
    type="submit"
    className={['btn', !plain && 'primary', wide && 'l wide'].filter(Boolean).join(' ')}
    aria-busy={busy}
    disabled={disabled}
    onClick={(event) => busy && event.preventDefault()}
  >
    {children}
  </button>
)

/** Numbers and switches too: as the wire has them. */
type Values = Record<string, string>

/** What is wrong with a value, in words for the person; undefined where nothing is. */
export type Check = (value: string, values: Values) => string | undefined

type Wrongs<F> = { [name in keyof F]?: { text: string; isRefusal: boolean } }
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
interface Mounted<F> {
  wrongIn(values: F): string | undefined
  control: RefObject<Control | null>
}

export interface FormState<F extends Values> {
  values: F
  wrongs: Wrongs<F>
  set(changes: Partial<F>): void
  /** Shows refusals of the server at their fields, until these change. */
  refuse(texts: { [name in keyof F]?: string }): void
  focus(name: keyof F, options?: { select: boolean }): void
  /** Checks every field on the screen and leads to the first that is wrong. */
  validate(): boolean
  /** Checks one field. */
  check(name: keyof F): void
  mount(name: keyof F, field: Mounted<F>): () => void
}

/** The values of a form and what is wrong with them. Every name that a field uses has a value from the beginning. */
export function useForm<F extends Values>(initial: F): FormState<F> {
  const [values, setValues] = useState(initial)
  const [wrongs, setWrongs] = useState<Wrongs<F>>({})
  const fields = useRef(new Map<keyof F, Mounted<F>>())
  const latest = useRef(values)

  const wrongOf = (name: keyof F, given: F): Wrongs<F>[keyof F] => {
    const text = fields.current.get(name)?.wrongIn(given)
    return text ? { text, isRefusal: false } : undefined
  }
  const set = (changes: Partial<F>) => {
    const next = { ...latest.current, ...changes }
    latest.current = next
    setValues(next)
    // What was wrong may be right now, here or in a field that is compared with this one.
    setWrongs((before) => {
      const after = { ...before }
      for (const name of Object.keys(before) as (keyof F)[])
        if (name in changes || !before[name]?.isRefusal) after[name] = before[name] && wrongOf(name, next)
      return after
    })
  }
  const focus = (name: keyof F, { select = false } = {}) => {
    const control = fields.current.get(name)?.control.current
    control?.focus()
    if (select && control && 'select' in control) control.select()
  }
  const validate = () => {
    const found: Wrongs<F> = {}
    for (const name of fields.current.keys()) found[name] = wrongOf(name, latest.current)
    setWrongs(found)
    const bad = [...fields.current].filter(([name]) => found[name]).flatMap(([, { control }]) => control.current ?? [])
    bad.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
    bad[0]?.focus()
    return !Object.values(found).some(Boolean)
  }
  const mount = useCallback((name: keyof F, field: Mounted<F>) => {
    fields.current.set(name, field)
    return () => void fields.current.delete(name)
  }, [])
  return {
    values,
    wrongs,
    set,
    focus,
    validate,
    mount,
    refuse: (texts) =>
      setWrongs((before) => {
        const after = { ...before }
        for (const name of Object.keys(texts) as (keyof F)[]) after[name] = texts[name] ? { text: texts[name], isRefusal: true } : undefined
        return after
      }),
    check: (name) => setWrongs((before) => ({ ...before, [name]: wrongOf(name, latest.current) })),
  }
}

const FormContext = createContext<FormState<Values> | null>(null)

/** The form around a field or a part of a form. Its names are not typed here: a name it does not have throws. */
export function useFormContext() {
  const form = use(FormContext)
  if (!form) throw new Error('A field of a form is outside of any form')
  return form
}

interface FieldOptions {
  check?: Check | undefined
  /** Looks at the value as soon as the field is left, unless it is empty. */
  checkOnBlur?: boolean
}

/** A control's value in the form around it. */
export function useFormField<C extends Control = HTMLInputElement>(name: string, { check, checkOnBlur = false }: FieldOptions = {}) {
  const form = useFormContext()
  const control = useRef<C>(null)
  const latest = useRef(check)
  latest.current = check
  const { mount } = form
  useLayoutEffect(() => mount(name, { control, wrongIn: (values) => latest.current?.(values[name] ?? '', values) }), [mount, name])
  const value = form.values[name]
  if (value === undefined) throw new Error(`The form has no value named ${name}`)
  return {
    value,
    wrong: form.wrongs[name]?.text,
    control,
    set: (next: string) => form.set({ [name]: next }),
    onBlur: () => void (checkOnBlur && value && form.check(name)),
  }
}

interface Props<F extends Values> {
  form: FormState<F>
  /** Called with every value, those of fields that are not on the screen too. */
  onSubmit: (values: F) => void
  /** Called when a field is wrong and nothing is sent. */
  onInvalid?: () => void
  id?: string
  className?: string
  children: ReactNode
}

/** A form whose fields say what is wrong with them, when it is sent or when they are left. */
export function Form<F extends Values>({ form, onSubmit, onInvalid, id, className, children }: Props<F>) {
  const submit = (event: FormEvent) => {
    // React hands on what a dialog sends that was opened from within and is drawn elsewhere.
    if (!event.currentTarget.contains(event.target as Node)) return
    event.preventDefault()
    if (form.validate()) onSubmit(form.values)
    else onInvalid?.()
  }
  return (
    <form id={id} className={className} noValidate onSubmit={submit}>
      <FormContext value={form}>{children}</FormContext>
    </form>
  )
}

/** For a field that must not stay empty. */
export const filled =
  (missing: string): Check =>
  (value) =>
    value.trim() ? undefined : missing

/** For a password: spaces count. */
export const given =
  (missing: string): Check =>
  (value) =>
    value ? undefined : missing

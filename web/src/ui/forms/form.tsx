import { createContext, type FormEvent, type ReactNode, type RefObject, use, useCallback, useLayoutEffect, useRef, useState } from 'react'

interface SubmitProps {
  busy: boolean
  /** Full width and larger, for the login and similar screens. */
  wide?: boolean
  /** A secondary button. */
  plain?: boolean
  disabled?: boolean
  children: string
}

/** Submits the surrounding form. While busy, it keeps the focus and ignores further clicks. */
export const SubmitButton = ({ busy, wide = false, plain = false, disabled = false, children }: SubmitProps) => (
  <button
    type="submit"
    className={['btn', !plain && 'primary', wide && 'large wide'].filter(Boolean).join(' ')}
    aria-busy={busy}
    disabled={disabled}
    onClick={(event) => busy && event.preventDefault()}
  >
    {children}
  </button>
)

/** All values are strings in their wire form, also numbers and switches. */
type Values = Record<string, string>

/** The error message for a value; undefined if it is valid. */
export type Check = (value: string, values: Values) => string | undefined

type FieldErrors<F> = { [name in keyof F]?: { text: string; isRefusal: boolean } }
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
interface Mounted<F> {
  errorIn(values: F): string | undefined
  control: RefObject<Control | null>
}

export interface FormState<F extends Values> {
  values: F
  errors: FieldErrors<F>
  set(changes: Partial<F>): void
  /** Shows refusals of the server at their fields until these change. */
  refuse(texts: { [name in keyof F]?: string }): void
  focus(name: keyof F, options?: { select: boolean }): void
  /** Validates every field on the screen and focuses the first invalid one. */
  validate(): boolean
  /** Validates one field. */
  check(name: keyof F): void
  mount(name: keyof F, field: Mounted<F>): () => void
}

/** The values and errors of a form. Every field name needs an initial value. */
export function useForm<F extends Values>(initial: F): FormState<F> {
  const [values, setValues] = useState(initial)
  const [wrongs, setWrongs] = useState<FieldErrors<F>>({})
  const fields = useRef(new Map<keyof F, Mounted<F>>())
  const latest = useRef(values)

  const checkField = (name: keyof F, candidate: F): FieldErrors<F>[keyof F] => {
    const text = fields.current.get(name)?.errorIn(candidate)
    return text ? { text, isRefusal: false } : undefined
  }
  const set = (changes: Partial<F>) => {
    const next = { ...latest.current, ...changes }
    latest.current = next
    setValues(next)
    // An error can be resolved now, here or in a field that is compared with this one.
    setWrongs((previous) => {
      const updated = { ...previous }
      for (const name of Object.keys(previous) as (keyof F)[])
        if (name in changes || !previous[name]?.isRefusal) updated[name] = previous[name] && checkField(name, next)
      return updated
    })
  }
  const focus = (name: keyof F, { select = false } = {}) => {
    const control = fields.current.get(name)?.control.current
    control?.focus()
    if (select && control && 'select' in control) control.select()
  }
  const validate = () => {
    const errors: FieldErrors<F> = {}
    for (const name of fields.current.keys()) errors[name] = checkField(name, latest.current)
    setWrongs(errors)
    const invalid = [...fields.current].filter(([name]) => errors[name]).flatMap(([, { control }]) => control.current ?? [])
    invalid.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
    invalid[0]?.focus()
    return !Object.values(errors).some(Boolean)
  }
  const mount = useCallback((name: keyof F, field: Mounted<F>) => {
    fields.current.set(name, field)
    return () => void fields.current.delete(name)
  }, [])
  return {
    values,
    errors: wrongs,
    set,
    focus,
    validate,
    mount,
    refuse: (texts) =>
      setWrongs((previous) => {
        const updated = { ...previous }
        for (const name of Object.keys(texts) as (keyof F)[])
          updated[name] = texts[name] ? { text: texts[name], isRefusal: true } : undefined
        return updated
      }),
    check: (name) => setWrongs((previous) => ({ ...previous, [name]: checkField(name, latest.current) })),
  }
}

const FormContext = createContext<FormState<Values> | null>(null)

/** The surrounding form of a field. Names are not type-checked here: an unknown name throws. */
export function useFormContext() {
  const form = use(FormContext)
  if (!form) throw new Error('A field of a form is outside of any form')
  return form
}

interface FieldOptions {
  check?: Check | undefined
  /** Validates the value on blur, unless it is empty. */
  checkOnBlur?: boolean
}

/** The value of a control in the surrounding form. */
export function useFormField<C extends Control = HTMLInputElement>(name: string, { check, checkOnBlur = false }: FieldOptions = {}) {
  const form = useFormContext()
  const control = useRef<C>(null)
  const latest = useRef(check)
  latest.current = check
  const { mount } = form
  useLayoutEffect(() => mount(name, { control, errorIn: (values) => latest.current?.(values[name] ?? '', values) }), [mount, name])
  const value = form.values[name]
  if (value === undefined) throw new Error(`The form has no value named ${name}`)
  return {
    value,
    wrong: form.errors[name]?.text,
    control,
    set: (next: string) => form.set({ [name]: next }),
    onBlur: () => void (checkOnBlur && value && form.check(name)),
  }
}

interface Props<F extends Values> {
  form: FormState<F>
  /** Called with all values, including fields that are not on the screen. */
  onSubmit: (values: F) => void
  /** Called when a field is invalid and nothing is submitted. */
  onInvalid?: () => void
  id?: string
  className?: string
  children: ReactNode
}

/** A form that validates its fields on submit and on blur. */
export function Form<F extends Values>({ form, onSubmit, onInvalid, id, className, children }: Props<F>) {
  const submit = (event: FormEvent) => {
    // React also bubbles the submit event of a dialog in a portal inside this form.
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

/** Validator for a required field. */
export const required =
  (missing: string): Check =>
  (value) =>
    value.trim() ? undefined : missing

/** Validator for a required password, in which spaces count. */
export const requiredUntrimmed =
  (missing: string): Check =>
  (value) =>
    value ? undefined : missing

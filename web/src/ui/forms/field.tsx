import { type ComponentProps, type ReactNode, type Ref, useId } from 'react'
import { useWords } from '../../lib/words.ts'
import { uiWords } from '../ui.words.ts'
import { FieldError } from './form-foot.tsx'

export interface Labelled {
  label: string
  help?: ReactNode
  /** Marks the field as optional in its label. */
  optional?: boolean
  /** At the end of the label's line. */
  aside?: ReactNode
}

/** Props that connect a control to its label and to the text below it. */
interface ControlProps {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

interface FrameProps extends Labelled {
  wrong?: string | undefined
  children: (control: ControlProps) => ReactNode
}

/** A label above the control, and below it the help or the error. */
export function FieldFrame({ label, help, optional = false, aside, wrong, children }: FrameProps) {
  const t = useWords(uiWords)
  const id = useId()
  const below = wrong ? `${id}wrong` : help ? `${id}help` : undefined
  return (
    <div className="field">
      <div className="field-label">
        <label htmlFor={id}>
          {label} {optional && <span className="opt">{t.optional}</span>}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-invalid': Boolean(wrong), 'aria-describedby': below })}
      {help && !wrong && (
        <div className="help" id={`${id}help`}>
          {help}
        </div>
      )}
      <FieldError id={`${id}wrong`}>{wrong}</FieldError>
    </div>
  )
}

interface InputProps extends Omit<ComponentProps<'input'>, 'className' | 'ref'> {
  /** Buttons inside the field. */
  end?: ReactNode
  inputRef?: Ref<HTMLInputElement> | undefined
}

/** The text input. */
export const Input = ({ end, inputRef, ...input }: InputProps) => (
  <div className={input['aria-invalid'] ? 'input err' : 'input'}>
    <input ref={inputRef} {...input} />
    {end}
  </div>
)

interface Props extends Labelled, Omit<InputProps, 'id' | 'inputRef'> {
  label: string
  wrong?: string | undefined
}

/** A controlled text field. In a `Form`, use `FormText`. */
export const Field = ({ label, help, optional, aside, wrong, ...input }: Props) => (
  <FieldFrame {...{ label, help, aside, wrong }} optional={optional ?? false}>
    {(control) => <Input autoComplete="off" autoCapitalize="none" spellCheck={false} {...input} {...control} />}
  </FieldFrame>
)

interface NoteProps extends Pick<Labelled, 'label' | 'help'> {
  maxLength: number
  value: string
  onValue: (value: string) => void
  /** Whether its dialog opens with the focus here. */
  autofocus?: boolean
}

/** An optional text of a few lines. No text is wrong here: a refused call belongs to the dialog. */
export const NoteField = ({ label, help, autofocus = false, onValue, ...text }: NoteProps) => (
  <FieldFrame {...{ label, help }} optional>
    {(control) => (
      <textarea
        {...control}
        {...text}
        className="input"
        rows={3}
        data-autofocus={autofocus || undefined}
        onChange={(event) => onValue(event.target.value)}
      />
    )}
  </FieldFrame>
)

import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { IconButton } from '../icon-button.tsx'
import { uiWords } from '../ui.words.ts'
import { FieldFrame, Input, type Labelled } from './field.tsx'
import { type Check, useFormField } from './form.tsx'
import { Radios } from './radios.tsx'
import { Select } from './select.tsx'

interface Props extends Omit<ComponentProps<typeof Input>, 'type' | 'end'> {
  /** The value is a placeholder for a secret stored on the server, so it cannot be revealed. */
  isSealed?: boolean
  /** Names of the button. */
  names?: { show: string; hide: string }
}

/** A password field with a button to reveal it. */
export function PasswordInput({ isSealed = false, names, ...input }: Props) {
  const t = useWords(uiWords)
  const { show, hide } = names ?? { show: t.showPassword, hide: t.hidePassword }
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Input
      {...input}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        !isSealed && (
          <IconButton className="small" name={shown ? hide : show} onClick={() => setShown(!shown)}>
            <Icon className="i" aria-hidden="true" />
          </IconButton>
        )
      }
    />
  )
}

interface Bound extends Labelled {
  name: string
  check?: Check
  checkOnBlur?: boolean
}

type LineProps = Bound & Omit<ComponentProps<typeof Input>, 'id' | 'name' | 'value' | 'onChange' | 'onBlur' | 'inputRef'>

function Line({
  name,
  label,
  help,
  optional = false,
  aside,
  check,
  checkOnBlur = false,
  box: Box,
  ...input
}: LineProps & { box: typeof Input }) {
  const { value, wrong, control, set, onBlur } = useFormField(name, { check, checkOnBlur })
  return (
    <FieldFrame {...{ label, help, optional, aside, wrong }}>
      {(props) => (
        <Box
          autoComplete="off"
          {...input}
          {...props}
          name={name}
          inputRef={control}
          value={value}
          onChange={(event) => set(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </FieldFrame>
  )
}

/** A single-line text field. */
export const FormText = (props: LineProps) => <Line {...props} box={Input} />

/** A password field with a button to reveal it. */
export const FormPassword = (props: Omit<LineProps, 'end' | 'type'>) => <Line {...props} box={PasswordInput} />

/** A multi-line text field that grows up to six lines. */
export function FormTextArea({ name, label, help, optional = false, check, maxLength }: Bound & { maxLength: number }) {
  const { value, wrong, control, set, onBlur } = useFormField<HTMLTextAreaElement>(name, { check })
  return (
    <FieldFrame {...{ label, help, optional, wrong }}>
      {(props) => (
        <textarea
          {...props}
          className={wrong ? 'input grows err' : 'input grows'}
          name={name}
          ref={control}
          rows={2}
          maxLength={maxLength}
          value={value}
          onChange={(event) => set(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </FieldFrame>
  )
}

/** A native select. */
export function FormSelect({ name, label, help, children }: Bound & { children: ReactNode }) {
  const { value, wrong, control, set } = useFormField<HTMLSelectElement>(name)
  return (
    <FieldFrame {...{ label, help, wrong }}>
      {(props) => (
        <Select {...props} selectRef={control} value={value} onChange={set}>
          {children}
        </Select>
      )}
    </FieldFrame>
  )
}

/** A group of radio buttons. */
export function FormRadios({ name, ...props }: { name: string } & Omit<ComponentProps<typeof Radios>, 'value' | 'onChange'>) {
  const { value, set } = useFormField(name)
  return <Radios {...props} name={name} value={value} onChange={set} />
}

interface SwitchProps {
  label: string
  help?: ReactNode
  on: boolean
  onChange: (on: boolean) => void
}

/** A switch next to its label, with a description below. */
export function SwitchRow({ label, help, on, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className="switch-row">
      <button
        type="button"
        id={id}
        role="switch"
        aria-checked={on}
        className={on ? 'switch on' : 'switch'}
        aria-describedby={help ? `${id}help` : undefined}
        onClick={() => onChange(!on)}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {help && (
          <div className="help" id={`${id}help`}>
            {help}
          </div>
        )}
      </div>
    </div>
  )
}

/** A switch with the wire values '1' and `off`. */
export function FormSwitch({ name, off = '0', ...row }: { name: string; label: string; help?: ReactNode; off?: '0' | '' }) {
  const { value, set } = useFormField(name)
  return <SwitchRow {...row} on={value === '1'} onChange={(on) => set(on ? '1' : off)} />
}

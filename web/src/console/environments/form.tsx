import { BASE_URL_CHARS_MAX, NAME_MAX } from '@sheaf/contract/limits'
import { isSecretName } from '@sheaf/description/secret-names'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { api, isError } from '../../lib/api.ts'
import { useBoot } from '../../lib/boot.ts'
import { useWords } from '../../lib/words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Input } from '../../ui/forms/field.tsx'
import { Form, requiredUntrimmed, useForm } from '../../ui/forms/form.tsx'
import { FormSwitch, FormText } from '../../ui/forms/form-fields.tsx'
import { FieldError, FormActions } from '../../ui/forms/form-foot.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useSend } from '../../ui/send.ts'
import type { ConsoleEnvironment } from '../request/values.ts'
import { environmentWords } from './environments.words.ts'

/** What the form begins with: an environment to change, or the address of a new one. */
export interface Started {
  environment?: ConsoleEnvironment
  base_url?: string
  name?: string
}

type Fields = { env_name: string; base_url: string; is_shown: string; by_server: string }

interface Variable {
  name: string
  value: string
}

/** The server checks more; this finds what people mistype. */
const isAddress = (text: string) => /^https?:\/\/[a-z\d.-]+(?::\d{1,5})?(?:\/[^\s?#'";*@]*)?$/i.test(text.trim())

function Variables({ variables, onChange }: { variables: Variable[]; onChange: (next: Variable[]) => void }) {
  const t = useWords(environmentWords)
  const set = (at: number, change: Partial<Variable>) => onChange(variables.map((one, n) => (n === at ? { ...one, ...change } : one)))
  const names = variables.map((one) => one.name.trim()).filter(Boolean)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  const secret = names.find(isSecretName)
  return (
    <fieldset className="env-variables">
      <legend className="label">{t.values}</legend>
      {variables.map(({ name, value }, at) => {
        const isSecret = isSecretName(name.trim())
        return (
          <div className="env-variable" key={at}>
            <Input
              aria-label={t.variableName}
              placeholder={t.variableName}
              autoComplete="off"
              spellCheck={false}
              maxLength={NAME_MAX}
              value={name}
              onChange={(event) => set(at, { name: event.target.value })}
            />
            <Input
              aria-label={t.variableValue(name || t.variableName)}
              autoComplete="off"
              spellCheck={false}
              disabled={isSecret}
              placeholder={isSecret ? t.secretValue : ''}
              value={isSecret ? '' : value}
              onChange={(event) => set(at, { value: event.target.value })}
            />
            <IconButton className="small" name={t.removeVariable(name)} onClick={() => onChange(variables.filter((_, n) => n !== at))}>
              <X className="i" aria-hidden="true" />
            </IconButton>
          </div>
        )
      })}
      <button type="button" className="btn quiet small" onClick={() => onChange([...variables, { name: '', value: '' }])}>
        <Plus className="i" aria-hidden="true" />
        {t.addVariable}
      </button>
      <p className="help">{secret ? t.secretHelp(secret) : t.valuesHelp}</p>
      <FieldError>{twice && t.nameTwice(twice)}</FieldError>
    </fieldset>
  )
}

interface Props {
  item_id: string
  started: Started
  onClose: () => void
}

/** The fields of an environment, in a dialog. */
export function EnvironmentForm({ item_id, started: { environment, base_url = '', name = '' }, onClose }: Props) {
  const t = useWords(environmentWords)
  const { byServer } = useBoot()
  const form = useForm<Fields>({
    env_name: environment?.env_name ?? name,
    base_url: environment?.base_url ?? base_url,
    is_shown: environment ? (environment.is_shown ? '1' : '0') : '1',
    by_server: environment?.by_server ? '1' : '0',
  })
  const [variables, setVariables] = useState<Variable[]>(
    () => environment?.variables.map(({ name: one, value }) => ({ name: one, value })) ?? [],
  )
  const save = useSend(api.console.saveEnvironment, {
    done: t.saved,
    onDone: onClose,
    onFailed: (error) => {
      if (isError(error, 'baseUrl')) form.refuse({ base_url: error.message })
    },
  })
  const submit = () => {
    const named = variables.map((one) => ({ ...one, name: one.name.trim() })).filter((one) => one.name !== '')
    if (new Set(named.map((one) => one.name)).size < named.length) return
    const sent = named.map((one) => ({ name: one.name, value: isSecretName(one.name) ? '' : one.value }))
    const { env_name, base_url: address, is_shown, by_server } = form.values
    void save.send({
      item_id,
      env_id: environment?.env_id ?? '0',
      env_name,
      base_url: address,
      is_shown: is_shown === '1' ? '1' : '',
      // Absent keeps what is stored.
      ...(byServer ? { by_server } : {}),
      variables: JSON.stringify(sent),
    })
  }
  return (
    <Dialog
      title={environment ? t.editTitle(environment.env_name) : t.newTitle}
      onClose={onClose}
      actions={<FormActions action={t.save} disabled={save.busy} form="environment-form" onClose={onClose} />}
    >
      <Form form={form} id="environment-form" onSubmit={submit}>
        <FormText
          name="env_name"
          label={t.name}
          help={t.nameHelp}
          maxLength={NAME_MAX}
          check={requiredUntrimmed(t.nameMissing)}
          autoFocus
        />
        <FormText
          name="base_url"
          label={t.address}
          help={t.addressHelp}
          maxLength={BASE_URL_CHARS_MAX}
          placeholder="https://"
          spellCheck={false}
          checkOnBlur
          check={(value, { is_shown }) => {
            if (value.trim() === '') return is_shown === '1' ? t.showNeeds : undefined
            return isAddress(value) ? undefined : t.addressWrong
          }}
        />
        <div className="env-switch">
          <FormSwitch name="is_shown" label={t.show} help={t.showHelp} />
        </div>
        <div className="env-switch">
          {byServer ? <FormSwitch name="by_server" label={t.byServer} help={t.byServerHelp} /> : <p className="help">{t.byServerOff}</p>}
        </div>
        <Variables variables={variables} onChange={setVariables} />
        <FieldError>{save.error && !isError(save.error, 'baseUrl') ? save.error.message : undefined}</FieldError>
      </Form>
    </Dialog>
  )
}

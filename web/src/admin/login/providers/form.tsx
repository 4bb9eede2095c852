import { type ProviderField, type ProviderKind, providerFields } from '@sheaf/contract/providers'
import { useEffect, useRef, useState } from 'react'
import { addressOf, api, isError } from '../../../lib/api.ts'
import { useBoot } from '../../../lib/boot.ts'
import { useNavigate } from '../../../lib/navigation/provider.tsx'
import { useWords } from '../../../lib/words.ts'
import { useConfirmed } from '../../../ui/confirm/confirmed.tsx'
import { required, useFormContext } from '../../../ui/forms/form.tsx'
import { FormRadios, FormSwitch, FormText } from '../../../ui/forms/form-fields.tsx'
import { useSend } from '../../../ui/send.ts'
import { Block } from '../../../ui/settings/block.tsx'
import { SettingsForm } from '../../../ui/settings/settings-form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ConnectionTest, maskedSecrets } from '../../fields.tsx'
import type { Provider } from '../../list.tsx'
import { LoginField } from '../form.tsx'
import { fieldLabel, formText, isRequired, missingLabels, providerAddress } from './kinds.ts'
import { providerWords } from './providers.words.ts'
import { ProviderSteps } from './steps.tsx'

const NAME_MAX = 60

/** The settings that a kind shows among those of the app, and those that are usually left as they are. */
const appFields: Record<ProviderKind, readonly ProviderField[]> = {
  oidc: ['issuer', 'client_id', 'client_secret'],
  oauth2: ['client_id', 'client_secret'],
  feishu: ['client_id', 'client_secret', 'tenant'],
  dingtalk: ['client_id', 'client_secret', 'tenant'],
  wecom: ['client_id', 'agent_id', 'client_secret', 'private_mail'],
}
const pathFields: readonly ProviderField[] = ['protocol', 'host', 'authorize_path', 'token_path', 'userinfo_path', 'resource_path']
const moreFields: Record<ProviderKind, readonly ProviderField[]> = {
  oidc: ['redirectUri', 'scope', 'groups_claim'],
  oauth2: ['redirectUri', 'scope', 'groups_claim'],
  feishu: ['redirectUri', 'host'],
  dingtalk: ['redirectUri', 'host'],
  wecom: ['redirectUri', 'host'],
}

/** The settings of a provider: only those that its kind has. */
function ProviderFields({ kind, linked }: { kind: ProviderKind; linked: number }) {
  const t = useWords(providerWords)
  const fields = (names: readonly ProviderField[]) => names.map((name) => <OneField key={name} kind={kind} name={name} linked={linked} />)
  return (
    <>
      <Block title={t.app} about={t.appAbout}>
        {fields(appFields[kind])}
      </Block>
      {kind === 'oauth2' && (
        <Block title={t.paths} about={t.pathsAbout}>
          {fields(pathFields)}
        </Block>
      )}
      <Block title={t.button} about={t.buttonAbout}>
        <FormSwitch name="open" label={t.open} help={t.openHelp} />
        <FormText name="name" label={t.name} help={t.nameHelp} maxLength={NAME_MAX} check={required(t.fill)} />
        <FormSwitch name="register_open" label={t.register} off="" />
      </Block>
      <Block title={t.more} about={t.moreAbout}>
        {fields(moreFields[kind])}
      </Block>
    </>
  )
}

function OneField({ kind, name, linked }: { kind: ProviderKind; name: ProviderField; linked: number }) {
  const t = useWords(providerWords)
  const label = fieldLabel(t, kind, name)
  if (name === 'protocol')
    return <FormRadios name={name} label={label} options={['https', 'http'].map((value) => ({ value, label: value }))} />
  if (name === 'private_mail') return <FormSwitch name={name} label={label} help={t.privateMailHelp} off="" />
  // The ids of people count at one address only.
  const isPlace = linked > 0 && name === (kind === 'oidc' ? 'issuer' : 'host')
  const help = [helpOf(t, kind, name), isPlace && t.placeLinked(linked)].filter(Boolean).join(' ')
  return (
    <LoginField name={name} label={label} {...(help && { help })} required={isRequired(kind, name)} secret={name === 'client_secret'} />
  )
}

function helpOf(t: (typeof providerWords)['en'], kind: ProviderKind, name: ProviderField): string | undefined {
  if (name === 'scope') return kind === 'oidc' ? t.scopeOidc : t.scopeHelp
  if (name === 'host' && kind !== 'oauth2' && kind !== 'oidc') return t[`${kind}Host`]
  if (name === 'tenant') return t.tenantHelp
  if (name === 'issuer') return t.issuerHelp
  if (name === 'redirectUri') return t.redirectHelp
  return name === 'groups_claim' ? t.groupsHelp : undefined
}

type Values = Record<ProviderField | 'name' | 'open', string>

const EMPTY = Object.fromEntries(providerFields.map((field) => [field, ''])) as Record<ProviderField, string>

/** The values of the form. A new provider is off, and has the callback address of this site. */
function useValues(kind: ProviderKind) {
  const t = useWords(providerWords)
  const { site, base } = useBoot()
  const callback = (site || location.origin + base) + addressOf('ExtLogin/oauth2').slice(base.length)
  const names: Partial<Record<ProviderKind, string>> = { feishu: t.feishuName, dingtalk: t.dingtalk, wecom: t.wecom }
  return (known: Provider | undefined): Values => {
    const form = { ...EMPTY, ...known?.form }
    return {
      ...form,
      protocol: form.protocol || 'https',
      redirectUri: form.redirectUri || callback,
      name: known?.name ?? names[kind] ?? '',
      open: known?.is_on ?? '0',
    }
  }
}

/** The form of a known provider, or of a new one of this kind. It is sent as a whole, because the server checks the settings together. */
export function ProviderForm({ kind, known }: { kind: ProviderKind; known?: Provider }) {
  const t = useWords(providerWords)
  const go = useNavigate()
  const valuesOf = useValues(kind)
  const [confirmed, question] = useConfirmed()
  const save = useSend(api.adminProvider.save)
  const answered = useRef('')
  const [made, setMade] = useState('')
  // In an effect: by then the form has nothing that is not saved.
  useEffect(() => {
    if (made) go(providerAddress(made), { replace: true })
  }, [made, go])
  const reload = async () => {
    if (!known) return valuesOf(undefined)
    const now = (await api.adminProvider.getList({})).find(({ provider_id }) => provider_id === known.provider_id)
    if (!now) throw new Error(t.gone)
    return valuesOf(now)
  }
  const send = async (all: Values) => {
    const fields = { kind, name: all.name.trim(), form: formText(kind, all), is_on: all.open }
    const saved = await confirmed(() => save.send(known ? { provider_id: known.provider_id, ...fields } : fields))
    answered.current = saved.provider_id
  }
  const showMade = ({ name }: Values) => {
    if (known) return
    toast(t.added(name))
    setMade(answered.current)
  }
  return (
    <>
      <SettingsForm
        name={known?.name ?? t[kind]}
        stored={valuesOf(known)}
        reload={reload}
        onSave={(_changes, all) => send(all)}
        onSaved={showMade}
        call={api.adminProvider.save}
        shownAfter={maskedSecrets(['client_secret'])}
        fieldOf={(error) => (isError(error, 'secretAgain') ? 'client_secret' : undefined)}
        isLostByTab
      >
        <ProviderSteps kind={kind} />
        <ProviderFields kind={kind} linked={Number(known?.linked ?? 0)} />
        <Trial kind={kind} provider_id={known?.provider_id ?? '0'} />
      </SettingsForm>
      {question}
    </>
  )
}

/** Tests whether the provider answers and accepts what the form has, saved or not. */
function Trial({ kind, provider_id }: { kind: ProviderKind; provider_id: string }) {
  const t = useWords(providerWords)
  const { values } = useFormContext()
  const run = async () => {
    const missing = missingLabels(t, kind, values)
    if (missing.length > 0) throw new Error(t.missingHere(missing))
    await api.adminProvider.test({ provider_id, kind, form: formText(kind, values) })
    return t.trialFine
  }
  return <ConnectionTest about={t.trial} onTry={run} />
}

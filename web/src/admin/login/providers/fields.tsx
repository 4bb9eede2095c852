import type { ProviderField, ProviderKind } from '@sheaf/contract/providers'
import { useWords } from '../../../lib/words.ts'
import { required } from '../../../ui/forms/form.tsx'
import { FormRadios, FormSwitch, FormText } from '../../../ui/forms/form-fields.tsx'
import { Block } from '../../../ui/settings/block.tsx'
import { LoginField } from '../form.tsx'
import { fieldLabel, isRequired } from './kinds.ts'
import { providerWords } from './providers.words.ts'

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
export function ProviderFields({ kind }: { kind: ProviderKind }) {
  const t = useWords(providerWords)
  const fields = (names: readonly ProviderField[]) => names.map((name) => <OneField key={name} kind={kind} name={name} />)
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

function OneField({ kind, name }: { kind: ProviderKind; name: ProviderField }) {
  const t = useWords(providerWords)
  const label = fieldLabel(t, kind, name)
  if (name === 'protocol')
    return <FormRadios name={name} label={label} options={['https', 'http'].map((value) => ({ value, label: value }))} />
  if (name === 'private_mail') return <FormSwitch name={name} label={label} help={t.privateMailHelp} off="" />
  const help = helpOf(t, kind, name)
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

import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { addressOf, api, read } from '../../lib/api.ts'
import { useBoot } from '../../lib/boot.ts'
import { useWords } from '../../lib/words.ts'
import { useFormContext } from '../../ui/forms/form.tsx'
import { FormRadios, FormSwitch } from '../../ui/forms/form-fields.tsx'
import { ErrorNote, Skeleton } from '../../ui/placeholder.tsx'
import { Block } from '../../ui/settings/block.tsx'
import { ConnectionTest } from '../fields.tsx'
import { LoginField, LoginForm } from './form.tsx'
import { loginWords } from './settings.words.ts'

type Config = NonNullable<Answer<'adminSetting', 'loadOauth2Config'>['oauth2_form']>
const EMPTY: Config = {
  redirectUri: '',
  entrance_tips: '',
  client_id: '',
  client_secret: '',
  protocol: '',
  host: '',
  authorize_path: '',
  token_path: '',
  resource_path: '',
  userinfo_path: '',
  issuer: '',
  scope: '',
  register_open: '',
}

/** Tests whether the provider responds and accepts the client id and secret. */
function Oauth2Trial() {
  const t = useWords(loginWords)
  const { open: _, ...form } = useFormContext().values
  const run = async () => {
    await api.adminSetting.testOauth2({ oauth2_form: JSON.stringify(form) })
    return t.trialOauthFine
  }
  return <ConnectionTest about={t.trialOauth} onTry={run} />
}

/** Settings of the login with an OAuth 2 provider. */
export function Oauth2Form() {
  const t = useWords(loginWords)
  const { site, base } = useBoot()
  const config = useQuery({ ...read(api.adminSetting.loadOauth2Config, {}), gcTime: 0, staleTime: 0 })
  if (!config.data)
    return config.error ? <ErrorNote title={t.failed} error={config.error} onRetry={() => void config.refetch()} /> : <Skeleton lines={8} />
  const callbackUrl = (site || location.origin + base) + addressOf('ExtLogin/oauth2').slice(base.length)
  const fieldsOf = ({ oauth2_open, oauth2_form }: Answer<'adminSetting', 'loadOauth2Config'>) => ({
    ...EMPTY,
    ...oauth2_form,
    open: oauth2_open,
    protocol: oauth2_form?.protocol || 'https',
    redirectUri: oauth2_form?.redirectUri || callbackUrl,
  })
  return (
    <LoginForm
      name={t.oauth2}
      stored={fieldsOf(config.data)}
      reload={() => api.adminSetting.loadOauth2Config({}).then(fieldsOf)}
      onSave={(oauth2_open, oauth2_form) => api.adminSetting.saveOauth2Config({ oauth2_open, oauth2_form })}
      call={api.adminSetting.saveOauth2Config}
      secret="client_secret"
    >
      <Block title={t.signIn} about={t.oauthAbout}>
        <FormSwitch name="open" label={t.oauthOpen} help={t.oauthOpenHelp} />
        <FormSwitch name="register_open" label={t.oauthRegister} off="" />
        <LoginField name="entrance_tips" label={t.tips} help={t.tipsHelp} required />
      </Block>
      <Block title={t.provider} about={t.providerAbout}>
        <LoginField name="client_id" label={t.clientId} required />
        <LoginField name="client_secret" label={t.clientSecret} required secret />
        <LoginField name="redirectUri" label={t.redirect} help={t.redirectHelp(callbackUrl)} required />
        <LoginField name="issuer" label={t.issuer} help={t.issuerHelp} />
        <LoginField name="scope" label={t.scope} help={t.scopeHelp} />
      </Block>
      <Block title={t.pathsTitle} about={t.pathsHelp}>
        <FormRadios name="protocol" label={t.protocol} options={['https', 'http'].map((value) => ({ value, label: value }))} />
        <LoginField name="host" label={t.oauthHost} required unless="issuer" />
        <LoginField name="authorize_path" label={t.authorize} required unless="issuer" />
        <LoginField name="token_path" label={t.token} required unless="issuer" />
        <LoginField name="resource_path" label={t.resource} />
        <LoginField name="userinfo_path" label={t.userinfo} required unless="issuer" />
      </Block>
      <Oauth2Trial />
    </LoginForm>
  )
}

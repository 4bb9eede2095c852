import { useQuery } from '@tanstack/react-query'
import { Copy, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { api, read } from '../../lib/api.ts'
import { copyText } from '../../lib/copy.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { PageHead } from '../../ui/frame/page-head.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ErrorNote, Skeleton } from '../../ui/placeholder.tsx'
import { useSend } from '../../ui/send.ts'
import { Block } from '../../ui/settings/block.tsx'
import { toast } from '../../ui/toast.tsx'
import { ConfigSwitch } from '../config.tsx'
import { LdapForm } from './ldap.tsx'
import { ProviderList } from './providers/list.tsx'
import { ProviderPage } from './providers/page.tsx'
import { loginWords } from './settings.words.ts'

/** Login links that another system signs with a key. */
function LoginKey() {
  const t = useWords(loginWords)
  const key = useQuery({ ...read(api.adminSetting.getLoginSecretKey, {}), gcTime: 0 })
  const [confirming, setConfirming] = useState(false)
  const reset = useSend(api.adminSetting.resetLoginSecretKey, { done: t.resetDone })
  if (!key.data)
    return key.error ? <ErrorNote title={t.failed} error={key.error} onRetry={() => void key.refetch()} /> : <Skeleton lines={5} />
  return (
    <div className="settings">
      <Block title={t.key} about={t.keyAbout}>
        <KeyField value={key.data.login_secret_key} />
        <button type="button" className="btn danger" onClick={() => setConfirming(true)}>
          {t.reset}
        </button>
      </Block>
      <KeyRules />
      {confirming && (
        <ConfirmDialog title={t.resetTitle} action={t.resetDo} danger onConfirm={() => reset.send({})} onClose={() => setConfirming(false)}>
          {t.resetText}
        </ConfirmDialog>
      )}
    </div>
  )
}

function KeyField({ value }: { value: string }) {
  const t = useWords(loginWords)
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  const copy = async () => ((await copyText(value)) ? toast(t.copied) : toast(t.notCopied, 'bad'))
  return (
    <Field
      label={t.keyName}
      readOnly
      type={shown ? 'text' : 'password'}
      value={value}
      onFocus={(event) => event.target.select()}
      end={
        <>
          <IconButton className="small" name={shown ? t.hide : t.show} onClick={() => setShown(!shown)}>
            <Icon className="i" aria-hidden="true" />
          </IconButton>
          <IconButton className="small" name={t.copy} onClick={() => void copy()}>
            <Copy className="i" aria-hidden="true" />
          </IconButton>
        </>
      }
    />
  )
}

/** What a signed link may do. */
function KeyRules() {
  const t = useWords(loginWords)
  const config = useQuery(read(api.adminSetting.loadConfig, {}))
  if (!config.data) return null
  return (
    <Block title={t.keyRules} about={t.keyRulesAbout}>
      <ConfigSwitch config={config.data} name="ext_register_open" label={t.extRegister} help={t.extRegisterHelp} />
      <ConfigSwitch config={config.data} name="login_secret_md5" label={t.md5} help={t.md5Help} />
    </Block>
  )
}

const methodForms = { ldap: LdapForm, providers: ProviderList, key: LoginKey } as const
type LoginMethod = keyof typeof methodForms

/** The method that the address names. Links from before have another name for providers. */
function methodOf(given: string | null): LoginMethod {
  if (given === 'oauth2') return 'providers'
  return Object.keys(methodForms).includes(given ?? '') ? (given as LoginMethod) : 'ldap'
}

/** The external login methods, each with its settings, and the pages of the providers. */
export function LoginSettings() {
  const t = useWords(loginWords)
  const [address] = useSearchParams()
  const method = methodOf(address.get('way'))
  const provider = address.get('provider')
  if (method === 'providers' && provider) return <ProviderPage key={provider} provider={provider} />
  const Form = methodForms[method]
  return (
    <>
      <PageHead title={t.title} about={t.about} />
      <nav className="tabs adm-tabs" aria-label={t.ways}>
        {(Object.keys(methodForms) as LoginMethod[]).map((name) => (
          <Link key={name} to={paths.admin('login', { way: name })} replace aria-current={name === method ? 'page' : undefined}>
            {t[name]}
          </Link>
        ))}
      </nav>
      <Form />
    </>
  )
}

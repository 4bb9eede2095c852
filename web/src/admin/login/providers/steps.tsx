import type { ProviderKind } from '@sheaf/contract/providers'
import { Copy } from 'lucide-react'
import { useBoot } from '../../../lib/boot.ts'
import { copyText } from '../../../lib/copy.ts'
import { useWords } from '../../../lib/words.ts'
import { useFormContext } from '../../../ui/forms/form.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Block } from '../../../ui/settings/block.tsx'
import { toast } from '../../../ui/toast.tsx'
import { providerWords } from './providers.words.ts'
import { providerStepWords } from './steps.words.ts'

type StepName = Exclude<keyof (typeof providerStepWords)['en'], 'title' | 'there' | 'about' | 'copy' | 'copied' | 'notCopied'>

/** A step, and what is entered there: our callback address, or its domain alone. */
type Step = StepName | [StepName, 'address' | 'domain']

const stepsOf: Record<ProviderKind, readonly Step[]> = {
  oidc: ['oidcApp', ['oidcBack', 'address'], 'oidcKeys'],
  oauth2: ['oauth2App', ['oidcBack', 'address'], 'oauth2Keys'],
  feishu: ['feishuApp', ['feishuBack', 'address'], 'feishuRights', 'feishuPublish', 'feishuKeys'],
  dingtalk: ['dingtalkApp', ['dingtalkBack', 'address'], 'dingtalkRights', 'dingtalkPublish', 'dingtalkKeys'],
  wecom: ['wecomApp', ['wecomBack', 'domain'], ['wecomTrusted', 'domain'], 'wecomAddress', 'wecomKeys'],
}

/** What an administrator sets at the other side, with our address to copy as the form has it. */
export function ProviderSteps({ kind }: { kind: ProviderKind }) {
  const t = useWords(providerStepWords)
  const names = useWords(providerWords)
  const address = useFormContext().values['redirectUri']?.trim() ?? ''
  const values = { address, domain: URL.parse(address)?.host ?? '' }
  return (
    <Block
      title={kind === 'oidc' || kind === 'oauth2' ? t.there : t.title(kind === 'feishu' ? names.feishuName : names[kind])}
      about={t.about}
    >
      <ol className="adm-steps">
        {stepsOf[kind].map((step) => {
          const [name, part] = typeof step === 'string' ? [step, undefined] : step
          return (
            <li key={name}>
              {t[name]}
              {part && values[part] && <CopyLine value={values[part]} />}
            </li>
          )
        })}
      </ol>
    </Block>
  )
}

/** Where an OpenID provider reports that a person has signed out there, to enter at the provider. */
export function SignOutsThere({ provider_id }: { provider_id: string }) {
  const t = useWords(providerWords)
  const { site, base } = useBoot()
  return (
    <Block title={t.signOuts} about={t.signOutsAbout}>
      <p>{t.signOutsAddress}</p>
      <CopyLine value={`${site || location.origin + base}/api/ExtLogin/backchannel/${provider_id}`} />
      <p className="help">{t.signOutsHelp}</p>
    </Block>
  )
}

function CopyLine({ value }: { value: string }) {
  const t = useWords(providerStepWords)
  const copy = async () => ((await copyText(value)) ? toast(t.copied) : toast(t.notCopied, 'bad'))
  return (
    <span className="adm-copy">
      <code className="mono">{value}</code>
      <IconButton className="small" name={t.copy(value)} onClick={() => void copy()}>
        <Copy className="i" aria-hidden="true" />
      </IconButton>
    </span>
  )
}

import { type ProviderField, type ProviderKind, providerFields } from '@sheaf/contract/providers'
import { useEffect, useRef, useState } from 'react'
import { addressOf, api, isError } from '../../../lib/api.ts'
import { useBoot } from '../../../lib/boot.ts'
import { useNavigate } from '../../../lib/navigation/provider.tsx'
import { useWords } from '../../../lib/words.ts'
import { useConfirmed } from '../../../ui/confirm/confirmed.tsx'
import { useFormContext } from '../../../ui/forms/form.tsx'
import { useSend } from '../../../ui/send.ts'
import { SettingsForm } from '../../../ui/settings/settings-form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ConnectionTest, maskedSecrets } from '../../fields.tsx'
import type { Provider } from '../../list.tsx'
import { ProviderFields } from './fields.tsx'
import { formText, missingLabels, providerAddress } from './kinds.ts'
import { providerWords } from './providers.words.ts'
import { ProviderSteps } from './steps.tsx'

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
        <ProviderFields kind={kind} />
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

import { useQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { type MouseEvent, useRef, useState } from 'react'
import { api, read } from '../../lib/api.ts'
import { useBoot } from '../../lib/boot.ts'
import { longDate } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { IdentityDialog } from '../../ui/confirm/identity-dialog.tsx'
import { requiredUntrimmed } from '../../ui/forms/form.tsx'
import { FormPassword } from '../../ui/forms/form-fields.tsx'
import { useSend } from '../../ui/send.ts'
import { externalLoginWords } from '../link/outside.words.ts'
import { providerAddress } from '../provider-buttons.tsx'
import { SettingDialog } from '../settings/row.tsx'
import { settingWords } from '../settings/setting.words.ts'
import { SecurityRow } from './row.tsx'

/** Requires the password of this site, which proves that the user can still sign in afterwards. */
function UnlinkDialog({ identity_id, onClose }: { identity_id: string; onClose: () => void }) {
  const t = useWords(externalLoginWords)
  const own = useWords(settingWords)
  const unlink = useSend(api.user.unlink, { done: t.unlinked })
  const send = ({ password }: { password: string }) => unlink.send({ identity_id, password })
  return (
    <SettingDialog name="unlink" title={t.unlinkTitle} action={t.unlinkDo} initial={{ password: '' }} onSend={send} onClose={onClose}>
      <p>{t.unlinkText}</p>
      <FormPassword
        name="password"
        label={own.ownPassword}
        check={requiredUntrimmed(own.ownPasswordMissing)}
        autoComplete="current-password"
      />
    </SettingDialog>
  )
}

type Identity = { identity_id: string; kind: string; place: string; name: string; addtime: string }

/** The external accounts linked to this one. Renders nothing if there are none and none can be added. */
export function SettingIdentities() {
  const { data } = useQuery(read(api.user.outside, {}))
  if (!data) return null
  return (
    <>
      {data.identities.map((identity) => (
        <IdentityRow key={identity.identity_id} identity={identity} hasPassword={data.has_password === '1'} />
      ))}
      {data.providers.map((one) => (
        <LinkRow key={one.provider_id} provider={one} />
      ))}
    </>
  )
}

/** A confirmation that is about to end would be over at the server. */
const MARGIN_SECONDS = 10

function LinkRow({ provider }: { provider: { provider_id: string; name: string } }) {
  const t = useWords(externalLoginWords)
  const { data } = useQuery(read(api.secondStep.info, {}))
  const [isAsking, setAsking] = useState(false)
  const link = useRef<HTMLAnchorElement>(null)
  const isConfirmed = useRef(false)
  const name = provider.name || t.provider
  /** The server links in a confirmed session only, so the question comes before the way to the provider. */
  const askFirst = (event: MouseEvent) => {
    if (isConfirmed.current || Number(data?.confirmed_until ?? 0) > Date.now() / 1000 + MARGIN_SECONDS) return
    event.preventDefault()
    setAsking(true)
  }
  const end = (hasConfirmed: boolean) => {
    isConfirmed.current = hasConfirmed
    setAsking(false)
    if (hasConfirmed) link.current?.click()
  }
  const add = (
    <a
      ref={link}
      className="btn small"
      aria-label={t.addName(name)}
      href={providerAddress(provider, { link: '1', redirect: paths.security() })}
      onClick={askFirst}
    >
      {t.add}
    </a>
  )
  return (
    <SecurityRow icon={Building2} title={name} end={add}>
      <p>{t.addText}</p>
      {isAsking && <IdentityDialog onDone={end} />}
    </SecurityRow>
  )
}

function IdentityRow({ identity, hasPassword }: { identity: Identity; hasPassword: boolean }) {
  const t = useWords(externalLoginWords)
  const { language } = useBoot()
  const [open, setOpen] = useState(false)
  const name = identity.kind === 'ldap' ? t.directory : identity.name || identity.place || t.provider
  const button = (
    <button type="button" className="btn small" aria-label={t.unlinkName(name)} disabled={!hasPassword} onClick={() => setOpen(true)}>
      {t.unlink}
    </button>
  )
  return (
    <SecurityRow icon={Building2} title={name} end={button}>
      <p>{t.linkedSince(longDate(Number(identity.addtime), language))}</p>
      {!hasPassword && <p>{t.unlinkNeedsPassword}</p>}
      {open && <UnlinkDialog identity_id={identity.identity_id} onClose={() => setOpen(false)} />}
    </SecurityRow>
  )
}

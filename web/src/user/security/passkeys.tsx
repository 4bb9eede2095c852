import type { Answer } from '@sheaf/contract/client'
import { Fingerprint, KeyRound, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useBoot } from '../../lib/boot.ts'
import { useWords } from '../../lib/words.ts'
import { hasPasskeys } from '../../ui/confirm/ceremony.ts'
import { useConfirmed } from '../../ui/confirm/confirmed.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { required } from '../../ui/forms/form.tsx'
import { FormText } from '../../ui/forms/form-fields.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useSend } from '../../ui/send.ts'
import { SettingDialog } from '../settings/row.tsx'
import { NAME_MAX_CHARS, useAddPasskey } from './passkey-setup.tsx'
import { SecurityRow, SecuritySection } from './row.tsx'
import { securityWords } from './security.words.ts'
import { useDay } from './session-rows.tsx'
import { toastRefusal } from './setup.tsx'

type Info = Answer<'secondStep', 'info'>

/** Why no passkey can be added in this browser at this address; "" when one can. */
export function useHindrance(hasAddress: boolean): string {
  const t = useWords(securityWords)
  const { site } = useBoot()
  if (!hasAddress) return t.noAddress
  if (site && new URL(site).origin !== location.origin) return t.otherAddress(site)
  return hasPasskeys() ? '' : t.noBrowser
}

/** The passkeys of the account. */
export function Passkeys({ info }: { info: Info }) {
  const t = useWords(securityWords)
  const { passkeys } = info
  const hindrance = useHindrance(info.has_passkey_address)
  const adding = useAddPasskey({ isFirst: info.methods.length === 0 })
  const add = !hindrance && (
    <button type="button" className="btn small" disabled={adding.busy} onClick={adding.begin}>
      <Plus className="i" aria-hidden="true" />
      {t.addPasskey}
    </button>
  )
  return (
    <>
      <SecuritySection title={t.passkeys} count={passkeys.length || undefined} about={t.passkeysText} end={add}>
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.passkey_id} passkey={passkey} isLast={passkeys.length === 1 && !info.methods.includes('totp')} />
        ))}
        {(passkeys.length === 0 || hindrance) && (
          <SecurityRow icon={Fingerprint} title={passkeys.length === 0 ? t.noPasskeys : t.addTitle}>
            <p>{hindrance || t.noPasskeysText}</p>
          </SecurityRow>
        )}
      </SecuritySection>
      {adding.dialogs}
    </>
  )
}

function PasskeyRow({ passkey, isLast }: { passkey: Info['passkeys'][number]; isLast: boolean }) {
  const t = useWords(securityWords)
  const day = useDay()
  const { passkey_id, name, is_uv } = passkey
  const [open, setOpen] = useState<'rename' | 'remove'>()
  const [confirmed, question] = useConfirmed()
  const close = () => setOpen(undefined)
  const remove = useSend(() => confirmed(() => api.secondStep.endPasskey({ passkey_id })), {
    changes: api.secondStep.endPasskey,
    done: t.passkeyRemoved,
    onFailed: toastRefusal,
  })
  const rename = useSend((fields: { name: string }) => confirmed(() => api.secondStep.renamePasskey({ passkey_id, name: fields.name })), {
    changes: api.secondStep.renamePasskey,
    onFailed: toastRefusal,
  })
  const facts = [
    t.addedOn(day(passkey.addtime)),
    passkey.used_time === '0' ? t.neverUsed : t.usedOn(day(passkey.used_time)),
    is_uv ? (passkey.is_backed_up ? t.synced : t.notSynced) : t.stepOnlyText,
  ]
  return (
    <>
      <SecurityRow
        icon={is_uv ? Fingerprint : KeyRound}
        title={name}
        tag={!is_uv && <span className="tag">{t.stepOnly}</span>}
        end={
          <>
            <IconButton name={t.rename(name)} onClick={() => setOpen('rename')}>
              <Pencil className="i" aria-hidden="true" />
            </IconButton>
            <IconButton name={t.remove(name)} onClick={() => setOpen('remove')}>
              <Trash2 className="i" aria-hidden="true" />
            </IconButton>
          </>
        }
      >
        <p>{facts.join(' · ')}</p>
      </SecurityRow>
      {open === 'rename' && (
        <SettingDialog
          name="rename-passkey"
          title={t.renameTitle}
          action={t.renameDo}
          initial={{ name }}
          // The dialog closes first: the confirmation is a dialog of its own.
          onSend={async (fields) => void rename.send(fields)}
          onClose={close}
        >
          <FormText name="name" label={t.passkeyName} check={required(t.nameMissing)} maxLength={NAME_MAX_CHARS} autoComplete="off" />
        </SettingDialog>
      )}
      {open === 'remove' && (
        <ConfirmDialog
          title={t.removeTitle(name)}
          action={t.removeDo}
          danger
          onConfirm={() => {
            close()
            void remove.send(undefined)
          }}
          onClose={close}
        >
          <p>{t.removeText}</p>
          {isLast && <p>{t.removeLast}</p>}
        </ConfirmDialog>
      )}
      {question}
    </>
  )
}

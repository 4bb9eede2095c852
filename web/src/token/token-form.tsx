import { TOKEN_NAME_MAX } from '@sheaf/contract/limits'
import { useState } from 'react'
import { useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { useOwnProof } from '../ui/confirm/own-proof.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Form, requiredUntrimmed, useForm } from '../ui/forms/form.tsx'
import { FormPassword, FormRadios, FormSelect, FormSwitch, FormText } from '../ui/forms/form-fields.tsx'
import { FieldError, FormActions } from '../ui/forms/form-foot.tsx'
import type { Token } from './rows.ts'
import { tokenWords } from './token.words.ts'
import { Items, Scope } from './token-scope.tsx'

const LEVELS = ['1', '2', '3', '4'] as const
const DAYS = [30, 90, 180, 365]
const USUAL_DAYS = '90'
const EVERYTHING = '4'
const DAY = 86_400

type Fields = {
  name: string
  level: string
  is_limited: string
  days: string
  is_admin: string
  password: string
}
export type TokenInput = Fields & { item_ids: string }

interface Props {
  /** The token to change; it can only be narrowed. */
  token?: Token
  title: string
  about: string
  action: string
  busy: boolean
  error: string
  onSend: (input: TokenInput) => Promise<unknown>
  onClose: () => void
}

/** The fields of a token, in a dialog. */
export function TokenForm({ token, title, about, action, busy, error, onSend, onClose }: Props) {
  const t = useWords(tokenWords)
  const account = useAccount()
  const form = useForm<Fields>({
    name: token?.name ?? '',
    level: token?.level ?? '1',
    is_limited: token?.is_limited ?? '0',
    days: token ? '' : USUAL_DAYS,
    is_admin: token?.is_admin ?? '0',
    password: '',
  })
  const isProved = !token && (form.values.level === EVERYTHING || form.values.is_admin === '1')
  const { hasField, confirmed, dialog } = useOwnProof(isProved)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(token?.items.map(({ item_id }) => item_id)))
  const [isNoneChosen, setNoneChosen] = useState(false)
  const { is_limited, is_admin } = form.values
  const levels = LEVELS.filter((one) => !token || Number(one) <= Number(token.level))
  const texts: Record<string, { label: string; help: string }> = {
    1: { label: t.level1, help: t.level1Text },
    2: { label: t.level2, help: t.level2Text },
    3: { label: t.level3, help: t.level3Text },
    4: { label: t.level4, help: t.level4Text },
  }
  const submit = () => {
    const isMissing = is_limited === '1' && chosen.size === 0
    setNoneChosen(isMissing)
    if (isMissing) return
    const item_ids = JSON.stringify(is_limited === '1' ? [...chosen].map(Number) : [])
    // A refusal is shown as `error`.
    confirmed(() => onSend({ ...form.values, password: hasField ? form.values.password : '', item_ids })).catch(() => {})
  }
  return (
    <>
      <Dialog title={title} onClose={onClose} actions={<FormActions action={action} disabled={busy} form="token-form" onClose={onClose} />}>
        <p>{about}</p>
        <Form form={form} id="token-form" className="token-form" onSubmit={submit}>
          <FormText
            name="name"
            label={t.name}
            help={t.nameHelp}
            maxLength={TOKEN_NAME_MAX}
            check={requiredUntrimmed(t.nameMissing)}
            autoFocus
          />
          <FormRadios
            name="level"
            label={t.may}
            options={levels.map((value) => ({ value, ...(texts[value] ?? { label: '', help: '' }) }))}
            stacked
          />
          {is_admin !== '1' && (
            <Scope isFixed={token?.is_limited === '1'}>
              {is_limited === '1' && (
                <>
                  <Items token={token} chosen={chosen} onChange={setChosen} />
                  <FieldError>{isNoneChosen && chosen.size === 0 ? t.pickNone : undefined}</FieldError>
                </>
              )}
            </Scope>
          )}
          <FormSelect name="days" label={t.days}>
            {token && <option value="">{t.daysKept}</option>}
            {DAYS.filter((days) => !token || days * DAY < Number(token.until) - Date.now() / 1000).map((days) => (
              <option key={days} value={days}>
                {t.dayCount(days)}
              </option>
            ))}
          </FormSelect>
          {!token && account?.groupid === '1' && is_limited !== '1' && <FormSwitch name="is_admin" label={t.admin} help={t.adminText} />}
          {hasField && (
            <FormPassword name="password" label={t.password} check={requiredUntrimmed(t.passwordMissing)} autoComplete="current-password" />
          )}
          <FieldError>{error}</FieldError>
        </Form>
      </Dialog>
      {dialog}
    </>
  )
}

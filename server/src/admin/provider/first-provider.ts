import { type Oauth2Form, oauth2Fields, PASSWORD_KEPT, type ProviderForm, type ProviderKind, providerFields } from '@sheaf/contract'
import { writeAudit } from '../../auth/audit.ts'
import { firstProvider, insertProvider, type Provider, updateProvider } from '../../common/provider.store.ts'
import type { AllHandlers, Ctx } from '../../context.ts'
import { tryProvider } from '../../oidc/provider.ts'
import { mergedForm } from '../admin.rules.ts'
import { mustBeRoom, mustKeepWayIn } from './provider.service.ts'

type FirstCalls = Pick<AllHandlers['adminSetting'], 'loadOauth2Config' | 'saveOauth2Config' | 'testOauth2'>

/** The settings of the first provider in the form of ShowDoc, where the text of the button is one of them. */
const formOf = ({ name, form }: Provider): Oauth2Form =>
  Object.fromEntries(oauth2Fields.map((field) => [field, field === 'entrance_tips' ? name : form[field]])) as Oauth2Form

const merged = (known: Provider | undefined, given: Record<string, string | undefined> | undefined) =>
  mergedForm('provider', oauth2Fields, ['client_secret'], known && formOf(known), given ?? {}) as Oauth2Form

const EMPTY = Object.fromEntries(providerFields.map((field) => [field, ''])) as ProviderForm

/** The call cannot express one of our own kinds, so it does not change one. */
const kindOf = (known: Provider | undefined, { issuer }: ProviderForm): ProviderKind =>
  known && known.kind !== 'oidc' && known.kind !== 'oauth2' ? known.kind : issuer ? 'oidc' : 'oauth2'

async function save(ctx: Ctx<'admin'>, known: Provider | undefined, { entrance_tips, ...given }: Oauth2Form, is_on: boolean) {
  const form = { ...EMPTY, ...known?.form, ...given }
  const next = { kind: kindOf(known, form), name: entrance_tips, is_on, form }
  await ctx.store.write(async (trx) => {
    if (known?.is_on) await mustKeepWayIn(trx)
    if (!known) await mustBeRoom(ctx, trx)
    await (known ? updateProvider(ctx, trx, known.provider_id, next) : insertProvider(ctx, trx, next, ctx.now(), 1))
    await writeAudit(trx, ctx, 'oauth2Changed', { subject: form.host, detail: is_on ? 'on' : 'off' })
  })
}

/** The calls of ShowDoc, which has one provider: they concern the first one. */
export const firstProviderCalls: FirstCalls = {
  async loadOauth2Config(_input, ctx) {
    const known = await firstProvider(ctx)
    if (!known) return { oauth2_open: 0, oauth2_form: null }
    const form = formOf(known)
    return { oauth2_open: known.is_on ? 1 : 0, oauth2_form: { ...form, client_secret: form.client_secret && PASSWORD_KEPT } }
  },

  async saveOauth2Config({ oauth2_open, oauth2_form }, ctx) {
    const known = await firstProvider(ctx)
    const is_on = oauth2_open === undefined ? (known?.is_on ?? false) : oauth2_open === 1
    if (!known && !is_on && !oauth2_form) return []
    await save(ctx, known, merged(known, oauth2_form), is_on)
    return []
  },

  async testOauth2({ oauth2_form }, ctx) {
    const known = await firstProvider(ctx)
    const { entrance_tips: _, ...given } = merged(known, oauth2_form)
    const form = { ...EMPTY, ...known?.form, ...given }
    return tryProvider({ kind: kindOf(known, form), form }, ctx.outbound)
  },
}

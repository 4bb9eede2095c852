import { createHash } from 'node:crypto'
import { type ProviderForm, Refusal } from '@sheaf/contract'
import { groupsIn, objectIn, type ProviderPerson, scalar } from '../person.ts'
import type { Callback } from '../plain.ts'
import { type Reply, unexpected } from './ask.ts'
import { domainOf, type Means, type Preset, withQuery } from './preset.ts'
import { TokenRefused, tokenIn } from './token.ts'

const DOMAIN = 'feishu.cn'

/** `larksuite.com` gives Lark; a private deployment has the same two names below a domain of its own. */
function addressesOf({ host }: ProviderForm) {
  const { scheme, domain } = domainOf(host, DOMAIN)
  return { accounts: `${scheme}://accounts.${domain}/open-apis`, open: `${scheme}://open.${domain}/open-apis` }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Client id and secret: of the exchange of a code, and of the token of the app. */
const WRONG_CLIENT = ['20002', '20048', '10003', '10014']
const WRONG_CODE = ['20003', '20004', '20024', '20049', '20065']
const WRONG_RETURN = ['20029', '20071']
const DISABLED = ['20008', '20066']
const TOKEN_ENDED = ['99991663', '99991664', '99991665', '99991671']
/** The app may not read this person or their departments. Signing in works without it. */
const NO_RIGHT = ['99991672', '99991679', '41050', '40004', '41012']

/** Throws unless the answer says that it succeeded. Errors have their number in `code`, often with HTTP 200. */
function mustBeFine(reply: Reply, form: ProviderForm) {
  const number = scalar(reply.body['code'])
  if (number === '0' && reply.status < 400) return
  if (WRONG_CLIENT.includes(number)) throw new Refusal('providerClient')
  if (WRONG_CODE.includes(number)) throw new Refusal('providerCode')
  if (WRONG_RETURN.includes(number)) throw new Refusal('providerReturn', { address: form.redirectUri })
  if (DISABLED.includes(number)) throw new Refusal('providerDisabled')
  if (number === '20009') throw new Refusal('notOurTenant')
  if (number === '20010') throw new Refusal('providerRange', { place: reply.place })
  if (TOKEN_ENDED.includes(number)) throw new TokenRefused(reply, number)
  throw unexpected(reply, number)
}

/** The person's own token: the code is bound to this server by its verifier. */
async function personToken(form: ProviderForm, { code, verifier }: Pick<Callback, 'code' | 'verifier'>, { ask }: Means) {
  const reply = await ask(new URL(`${addressesOf(form).open}/authen/v2/oauth/token`), {
    json: {
      grant_type: 'authorization_code',
      client_id: form.client_id,
      client_secret: form.client_secret,
      code,
      redirect_uri: form.redirectUri,
      code_verifier: verifier,
    },
  })
  mustBeFine(reply, form)
  return tokenIn(reply, reply.body['access_token'], reply.body['expires_in']).token
}

/** The entry in the contacts of the company; undefined when the app may not read it. */
const contactOf = (form: ProviderForm, union_id: string, { ask, withToken }: Means) =>
  withToken(async (token) => {
    const address = withQuery(`${addressesOf(form).open}/contact/v3/users/${encodeURIComponent(union_id)}`, {
      user_id_type: 'union_id',
      department_id_type: 'open_department_id',
    })
    const reply = await ask(address, { headers: bearer(token) })
    if (NO_RIGHT.includes(scalar(reply.body['code']))) return undefined
    mustBeFine(reply, form)
    return objectIn(objectIn(reply.body['data'])['user'])
  })

/** The tenant_key of the app's company; undefined when the app may not read it. */
const tenantOf = (form: ProviderForm, { ask, withToken }: Means) =>
  withToken(async (token) => {
    const reply = await ask(new URL(`${addressesOf(form).open}/tenant/v2/tenant/query`), { headers: bearer(token) })
    if (NO_RIGHT.includes(scalar(reply.body['code']))) return undefined
    mustBeFine(reply, form)
    return scalar(objectIn(objectIn(reply.body['data'])['tenant'])['tenant_key'])
  })

export const feishu: Preset = {
  domain: DOMAIN,

  signInAddress: (form, { state, verifier }) =>
    withQuery(`${addressesOf(form).accounts}/authen/v1/authorize`, {
      client_id: form.client_id,
      redirect_uri: form.redirectUri,
      response_type: 'code',
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }),

  async takeToken(form, ask) {
    const reply = await ask(new URL(`${addressesOf(form).open}/auth/v3/tenant_access_token/internal`), {
      json: { app_id: form.client_id, app_secret: form.client_secret },
    })
    mustBeFine(reply, form)
    return tokenIn(reply, reply.body['tenant_access_token'], reply.body['expire'])
  },

  async person(form, answered, means): Promise<ProviderPerson> {
    const token = await personToken(form, answered, means)
    const reply = await means.ask(new URL(`${addressesOf(form).open}/authen/v1/user_info`), { headers: bearer(token) })
    mustBeFine(reply, form)
    const user = objectIn(reply.body['data'])
    const union_id = scalar(user['union_id'])
    if (union_id === '') throw new Refusal('providerNobody')
    if (scalar(user['tenant_key']) !== form.tenant) throw new Refusal('notOurTenant')
    const contact = await contactOf(form, union_id, means)
    const status = objectIn(contact?.['status'])
    if (['is_frozen', 'is_resigned', 'is_exited'].some((one) => status[one] === true)) throw new Refusal('providerDisabled')
    const email = [user, contact ?? {}].flatMap((one) => [scalar(one['enterprise_email']), scalar(one['email'])]).find(Boolean) ?? ''
    const name = scalar(user['name']) || scalar(user['en_name'])
    const groups = groupsIn(contact?.['department_ids'])
    return {
      subject: union_id,
      username: email.replace(/@.*/, '') || name || union_id,
      name,
      email,
      // Feishu does not check the addresses that administrators enter.
      isVerified: false,
      ...(groups ? { groups } : {}),
    }
  },

  async trial(form, means) {
    const tenant = await tenantOf(form, means)
    if (tenant && tenant !== form.tenant) throw new Refusal('providerTenant')
  },
}
